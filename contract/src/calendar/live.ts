import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'

/** Events of this mentorship changed. */
export const CalendarChanged = z.object({ type: z.literal('calendar.changed'), mentorship: Id })

/** The viewer's connection to a personal calendar changed. */
export const IntegrationChanged = z.object({ type: z.literal('calendar.integration_changed') })
