import { type Job, JobError } from './job.ts'

/** Looks for new acronyms in Slack. Searching comes with the Slack client, which this version lacks. */
export const discover: Job = async ({ settings }) => {
  throw new JobError(
    settings.slackBotToken
      ? 'This version cannot search Slack yet.'
      : 'Slack is not connected: set SERVICE_SLACK_BOT_TOKEN and SERVICE_SLACK_SIGNING_SECRET.',
  )
}
