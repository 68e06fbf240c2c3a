import * as z from 'zod/mini'

/** Fields of drafts. */

export const KeyText = z.string().check(z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/))
/** A draft may be empty or too long for publishing; the check says so. Only its size is limited here. */
export const Words = z.string().check(z.maxLength(20_000))
export const Short = z.string().check(z.maxLength(2_000))
/** A legal text. */
export const LongText = z.string().check(z.maxLength(80_000))
export const MediaHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** `session`, `step:three-openings` or `quiz:body-signals`. */
export const PartName = z.string().check(z.regex(/^[a-z]{3,10}(:[a-z0-9-]{1,60})?$/))
