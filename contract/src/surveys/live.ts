import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'

/** A stage was submitted, in this or another tab. */
export const SurveyChanged = z.object({ type: z.literal('surveys.survey_changed'), survey: Id })
