/** Reads the public channels of a chat workspace. Discovery needs nothing else of it. */
export type ChannelReader = {
  /** Returns the URL of the workspace, which ends with a slash. */
  identify(): Promise<{ url: string }>
  /** Returns a page of the public channels that are not archived. */
  listChannels(cursor: string | undefined): Promise<ChannelPage<Channel>>
  joinChannel(id: string): Promise<void>
  /** Returns a page of a channel's messages between two timestamps (both excluded), newest first. */
  readHistory(range: HistoryRange): Promise<ChannelPage<ChannelMessage>>
}

/** A page of a list; `next` is undefined on the last one. */
type ChannelPage<Item> = { items: Item[]; next: string | undefined }

export type Channel = { id: string; name: string; isMember: boolean }

/**
 * `ts` is Slack's timestamp: seconds since 1970, as text. `text` is empty if an app or Slack itself wrote the message.
 */
export type ChannelMessage = { ts: string; text: string; author: string | null }

type HistoryRange = {
  channel: string
  oldest: string
  /** now, if undefined */
  latest: string | undefined
  cursor: string | undefined
}
