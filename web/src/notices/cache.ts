import type { listNotices } from '@saathi/contract/notices/calls'
import type { CallReply } from '@saathi/contract/core/call'

/** What has been fetched so far, newest first. */
export type HeldNotices = CallReply<typeof listNotices>

export const oldestId = ({ notices }: HeldNotices): number | undefined => notices.at(-1)?.id

/** One that came meanwhile moves the pages on, so a notice may come twice. */
export function withOlder(held: HeldNotices, page: HeldNotices): HeldNotices {
  const known = new Set(held.notices.map(({ id }) => id))
  return { ...page, notices: [...held.notices, ...page.notices.filter(({ id }) => !known.has(id))] }
}

export function withRead(held: HeldNotices, upTo: number, unreadCount: number): HeldNotices {
  return { ...held, unreadCount, notices: held.notices.map((each) => (each.id > upTo ? each : { ...each, isRead: true })) }
}

/** Everything up to one notice is read at once, so this one number tells what was new. */
export const lastReadId = ({ notices }: HeldNotices): number => notices.find(({ isRead }) => isRead)?.id ?? 0
