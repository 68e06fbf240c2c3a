import { MINUTE_MS } from '../core/time.ts'

/** The sender can edit or delete a message for this long, by the server's clock. */
export const CHANGE_WITHIN_MS = 15 * MINUTE_MS

/** Love, thumbs up, laughing, surprised, sad, namaste: drawn by us, stored as emoji. */
export const QUICK_REACTIONS = ['❤️', '👍', '😂', '😮', '😢', '🙏'] as const

/** The longest emoji, such as a family, is shorter. */
export const EMOJI_MAX = 32

/** How long a message can still be changed; 0 if it cannot. */
export const changeTimeLeft = (sentAt: Date, now: Date): number =>
  Math.max(0, sentAt.getTime() + CHANGE_WITHIN_MS - now.getTime())
