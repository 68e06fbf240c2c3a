import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'

/** A call of this channel started or ended. */
export const CallsChanged = z.object({ type: z.literal('video.calls_changed'), channel: Id })

/** A recorded call of this channel became available or was removed; a rating may be due. */
export const HistoryChanged = z.object({ type: z.literal('video.history_changed'), channel: Id })
