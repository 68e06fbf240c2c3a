import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'

/** One of the reader's mentorships started, ended, or changed its members. */
export const MentorshipChanged = z.object({ type: z.literal('mentorship.changed'), mentorship: Id })

/** A member's progress changed. Contains neither person nor step; clients refetch what they may see. */
export const WalkChanged = z.object({ type: z.literal('mentorship.progress_changed'), mentorship: Id, session: Id })
