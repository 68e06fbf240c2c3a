import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'

/** Events of this mentorship are other than they were. */
export const CalendarChanged = z.object({ type: z.literal('calendar.changed'), mentorship: Id })

/** The reader's connection to a personal calendar is. */
export const IntegrationChanged = z.object({ type: z.literal('calendar.integration_changed') })
