import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'

/** A call of this channel has begun, or is over. */
export const CallsChanged = z.object({ type: z.literal('video.calls_changed'), channel: Id })

/** A recorded call of this channel can be read now, or no longer; a rating may be due. */
export const HistoryChanged = z.object({ type: z.literal('video.history_changed'), channel: Id })
