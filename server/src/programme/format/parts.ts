import { LanguageCode } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'

/** Field types of the files in a programme folder. */

export const Key = z
  .string()
  .check(
    z.maxLength(60),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits with single hyphens between, like first-salary'),
  )
export const Line = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength), z.regex(/^\S([^\r\n]*\S)?$/, 'must be one line of text without spaces around it'))
export const Texts = (maxLength: number) => z.record(LanguageCode, Line(maxLength))
export const WholeNumber = (minimum: number, maximum: number) => z.int().check(z.minimum(minimum), z.maximum(maximum))
export const MediaName = z
  .string()
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*\.(svg|png|jpg|webp)$/, 'must be the name of a file in media/, like cover-kite.svg'))
export const DaysAgo = WholeNumber(0, 3650)
/** Days from today; negative for the past. */
export const InDays = WholeNumber(-3650, 1800)
export const StepsDone = z.union([WholeNumber(0, 50), z.literal('all')], 'must be a number of steps, or "all"')
export const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day in India, like 18:30'))
