import type { Unread } from './queries.ts'

export const totalOf = (unread: Record<number, Unread>): { unread: number; isNamed: boolean } => ({
  unread: Object.values(unread).reduce((sum, { unreadCount }) => sum + unreadCount, 0),
  isNamed: Object.values(unread).some(({ isTagged }) => isTagged),
})
