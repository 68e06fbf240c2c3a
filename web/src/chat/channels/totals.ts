import type { Unread } from '../queries.ts'

export const totalOf = (unread: Record<number, Unread>): { unread: number; hasMention: boolean } => ({
  unread: Object.values(unread).reduce((sum, { unreadCount }) => sum + unreadCount, 0),
  hasMention: Object.values(unread).some(({ isTagged }) => isTagged),
})
