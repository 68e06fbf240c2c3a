import type { CallReply } from '@saathi/contract/core/call'
import type { listHelpMessages, sendHelpMessage } from '@saathi/contract/help/calls'

/** The messages fetched so far, oldest first. */
export type LoadedMessages = CallReply<typeof listHelpMessages>

export const oldestId = ({ messages }: LoadedMessages): number | undefined => messages.at(0)?.id
export const newestId = ({ messages }: LoadedMessages): number | undefined => messages.at(-1)?.id

export function withEarlier(loaded: LoadedMessages, page: LoadedMessages): LoadedMessages {
  const known = new Set(loaded.messages.map(({ id }) => id))
  const { hasEarlier } = page
  return { ...loaded, hasEarlier, messages: [...page.messages.filter(({ id }) => !known.has(id)), ...loaded.messages] }
}

/** Adds a sent message once, because a live event may have brought it before the reply. */
export function withMessage(
  loaded: LoadedMessages,
  { helplines, ...message }: CallReply<typeof sendHelpMessage>,
): LoadedMessages {
  const withHelplines = helplines.length > 0 ? { ...loaded, helplines } : loaded
  if (loaded.messages.some(({ id }) => id === message.id)) return withHelplines
  return { ...withHelplines, messages: [...loaded.messages, message].toSorted((a, b) => a.id - b.id) }
}
