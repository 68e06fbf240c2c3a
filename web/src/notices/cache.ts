import type { listNotices } from '@saathi/contract/notices/calls'
import type { CallReply } from '@saathi/contract/core/call'

/** The notices fetched so far, newest first. */
export type NoticePages = CallReply<typeof listNotices>

export const oldestId = ({ notices }: NoticePages): number | undefined => notices.at(-1)?.id

/** A new notice shifts the pages, so a notice may be fetched twice. */
export function withOlder(loaded: NoticePages, page: NoticePages): NoticePages {
  const known = new Set(loaded.notices.map(({ id }) => id))
  return { ...page, notices: [...loaded.notices, ...page.notices.filter(({ id }) => !known.has(id))] }
}

export function withRead(loaded: NoticePages, upTo: number, unreadCount: number): NoticePages {
  return { ...loaded, unreadCount, notices: loaded.notices.map((each) => (each.id > upTo ? each : { ...each, isRead: true })) }
}

/** Notices are read up to an id, so this number tells which ones are new. */
export const lastReadId = ({ notices }: NoticePages): number => notices.find(({ isRead }) => isRead)?.id ?? 0
