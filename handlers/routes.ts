import type { Endpoint } from '../lib/http/endpoint.ts'
import adminAudit from './admin/audit.ts'
import createEmbedKey from './admin/create-embed-key.ts'
import listEmbedKeys from './admin/embed-keys.ts'
import adminJobs from './admin/jobs.ts'
import adminMessages from './admin/messages.ts'
import removeEmbedKey from './admin/remove-embed-key.ts'
import adminRunJob from './admin/run-job.ts'
import adminStats from './admin/stats.ts'
import assets from './assets.ts'
import devLogin from './auth/dev-login.ts'
import logout from './auth/logout.ts'
import slackCallback from './auth/slack-callback.ts'
import slackLogin from './auth/slack-login.ts'
import resolveDispute from './disputes/resolve.ts'
import openapi from './docs/openapi.ts'
import embed from './embed.ts'
import explain from './explain.ts'
import exportTerms from './export.ts'
import favicon from './favicon.ts'
import readFeed from './feeds.ts'
import health from './health.ts'
import lookUp from './lookup.ts'
import mcp from './mcp.ts'
import me from './me.ts'
import acceptProposal from './proposals/accept.ts'
import declineProposal from './proposals/decline.ts'
import listProposals from './proposals/list.ts'
import readProposal from './proposals/read.ts'
import withdrawProposal from './proposals/remove.ts'
import ready from './ready.ts'
import slackEvents from './slack/events.ts'
import claimTerm from './terms/claim.ts'
import confirmTerm from './terms/confirm.ts'
import createTerm from './terms/create.ts'
import disputeTerm from './terms/dispute.ts'
import listDisputes from './terms/disputes.ts'
import termHistory from './terms/history.ts'
import listTerms from './terms/list.ts'
import mergeTerms from './terms/merge.ts'
import makeOfficial from './terms/official.ts'
import promoteTerm from './terms/promote.ts'
import propose from './terms/proposals.ts'
import readTerm from './terms/read.ts'
import removeTerm from './terms/remove.ts'
import revertTerm from './terms/revert.ts'
import unvote from './terms/unvote.ts'
import updateTerm from './terms/update.ts'
import vote from './terms/vote.ts'
import createToken from './tokens/create.ts'
import listTokens from './tokens/list.ts'
import removeToken from './tokens/remove.ts'
import listUsers from './users/list.ts'
import updateUser from './users/update.ts'
import updateUserRole from './users/update-role.ts'

/** The API and everything else but pages, most requested first. Requests try them in this order, then the pages. */
export const routes: readonly Endpoint[] = [
  readTerm, //        GET    /api/v1/terms/:id
  listTerms, //       GET    /api/v1/terms
  lookUp, //          GET    /api/v1/lookup
  explain, //         POST   /api/v1/explain
  vote, //            POST   /api/v1/terms/:id/vote
  unvote, //          DELETE /api/v1/terms/:id/vote
  createTerm, //      POST   /api/v1/terms
  updateTerm, //      PUT    /api/v1/terms/:id
  removeTerm, //      DELETE /api/v1/terms/:id
  disputeTerm, //     POST   /api/v1/terms/:id/dispute
  makeOfficial, //    POST   /api/v1/terms/:id/official
  promoteTerm, //     POST   /api/v1/terms/:id/promote
  confirmTerm, //     POST   /api/v1/terms/:id/confirm
  claimTerm, //       POST   /api/v1/terms/:id/claim
  termHistory, //     GET    /api/v1/terms/:id/history
  revertTerm, //      POST   /api/v1/terms/:id/revert
  mergeTerms, //      POST   /api/v1/terms/:id/merge
  listDisputes, //    GET    /api/v1/terms/:id/disputes
  resolveDispute, //  POST   /api/v1/disputes/:id/resolve
  propose, //         POST   /api/v1/terms/:id/proposals
  listProposals, //   GET    /api/v1/proposals
  readProposal, //    GET    /api/v1/proposals/:id
  acceptProposal, //  POST   /api/v1/proposals/:id/accept
  declineProposal, // POST   /api/v1/proposals/:id/decline
  withdrawProposal, // DELETE /api/v1/proposals/:id
  exportTerms, //     GET    /api/v1/export
  readFeed, //        GET    /feeds/:token/:format

  mcp, //             POST   /mcp

  slackEvents, //     POST   /slack/events

  health, //          GET    /health
  ready, //           GET    /ready

  me, //              GET    /api/v1/me
  listUsers, //       GET    /api/v1/users
  updateUserRole, //  PATCH  /api/v1/users/:id/role
  updateUser, //      PATCH  /api/v1/users/:id

  listTokens, //      GET    /api/v1/tokens
  createToken, //     POST   /api/v1/tokens
  removeToken, //     DELETE /api/v1/tokens/:id

  adminStats, //      GET    /api/v1/admin/stats
  adminJobs, //       GET    /api/v1/admin/jobs
  adminRunJob, //     POST   /api/v1/admin/jobs/:job_type/run
  adminAudit, //      GET    /api/v1/admin/audit
  adminMessages, //   GET    /api/v1/admin/messages
  listEmbedKeys, //   GET    /api/v1/admin/embed-keys
  createEmbedKey, //  POST   /api/v1/admin/embed-keys
  removeEmbedKey, //  DELETE /api/v1/admin/embed-keys/:id

  devLogin, //        GET    /auth/dev/login
  slackLogin, //      GET    /auth/slack/login
  slackCallback, //   GET    /auth/slack/callback
  logout, //          POST   /auth/logout

  openapi, //         GET    /openapi.json
  assets, //          GET    /assets/:file
  favicon, //         GET    /favicon.ico
  embed, //           GET    /embed.js
]

/** The pages, tried after those: they take as long to load as all the rest, and can wait. */
export const loadPages = async () => (await import('./pages/routes.ts')).pages
