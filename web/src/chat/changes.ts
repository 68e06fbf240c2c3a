import type { ChatMessage } from '@saathi/contract/chat/socket'
import { serverNow } from '#core/server-time.ts'
import { onSessionChanged, sessionNow } from '#core/session.ts'
import type { Page } from './cache.ts'

// Messages that were edited, deleted or reacted to, as far as the loaded messages may lack it.

const CHANGES_KEPT = 200
const changes = new Map<number, ChatMessage>()

/** For pages that were read before a change and arrive after it. */
export function recordChanges(messages: readonly ChatMessage[]): void {
  for (const message of messages) {
    changes.delete(message.msg_id)
    changes.set(message.msg_id, message)
  }
  for (const id of changes.keys()) if (changes.size > CHANGES_KEPT) changes.delete(id)
}

export const changesIn = ({ messages }: Page): ChatMessage[] => messages.flatMap(({ msg_id }) => changes.get(msg_id) ?? [])

/** When each channel was last joined: what was changed since then may have been missed. */
const joinedAt = new Map<number, number>()
/** For clocks that differ, and for changes that were committed just before. */
const OVERLAP_MS = 2 * 60_000

/** Returns the parameter for a join, and records the join. */
export function changedSince(channel: number): { changed_since?: string } {
  const since = joinedAt.get(channel)
  joinedAt.set(channel, serverNow())
  return since === undefined ? {} : { changed_since: new Date(since - OVERLAP_MS).toISOString() }
}

// Nothing of one person may be shown to the next.
onSessionChanged(() => {
  if (sessionNow() === 'signedIn') return
  changes.clear()
  joinedAt.clear()
})
