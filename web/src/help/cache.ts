import type { CallReply } from '@saathi/contract/core/call'
import type { listHelpMessages } from '@saathi/contract/help/calls'
import type { HelpMessage } from '@saathi/contract/help/entities'

/** What has been fetched so far, oldest first. */
export type HeldMessages = CallReply<typeof listHelpMessages>

export const oldestId = ({ messages }: HeldMessages): number | undefined => messages.at(0)?.id
export const newestId = ({ messages }: HeldMessages): number | undefined => messages.at(-1)?.id

export function withEarlier(held: HeldMessages, page: HeldMessages): HeldMessages {
  const known = new Set(held.messages.map(({ id }) => id))
  return { hasEarlier: page.hasEarlier, messages: [...page.messages.filter(({ id }) => !known.has(id)), ...held.messages] }
}

/** The live line may have brought it before the answer to its sending did. */
export function withMessage(held: HeldMessages, message: HelpMessage): HeldMessages {
  if (held.messages.some(({ id }) => id === message.id)) return held
  return { ...held, messages: [...held.messages, message].toSorted((a, b) => a.id - b.id) }
}
