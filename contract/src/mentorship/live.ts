import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'

/** A mentorship of the reader's began, ended, or has other members. */
export const MentorshipChanged = z.object({ type: z.literal('mentorship.changed'), mentorship: Id })

/** Somebody in it moved on. Who and where is for each to read, as far as they may: this says neither. */
export const WalkChanged = z.object({ type: z.literal('mentorship.progress_changed'), mentorship: Id, session: Id })
