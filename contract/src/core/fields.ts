import * as z from 'zod/mini'

/** Email addresses are normalised everywhere: trimmed and lower-cased before any other use. */
export const Email = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(320)),
    z.transform((text: string) => text.trim().toLowerCase()),
  ),
  z.email().check(z.maxLength(254)),
)

/**
 * Line breaks, bidirectional controls and invisible characters. The two joiners stay because Indian scripts need them inside
 * words, and so does the emoji variation selector.
 */
export const hiddenCharacters = /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/u
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** For names of people: one line of visible text. Empty text is left to other checks. */
export const plainName = () =>
  z.refine<string>(
    (text) => text.trim() === '' || (!hiddenCharacters.test(text) && visible.test(text)),
    'Please use one line of plain text.',
  )

/** Ids in paths and queries arrive as text. */
export const Id = z.int().check(z.positive())
const WholeNumberText = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform((value: string | number) => Number(value)),
)
export const IdParam = z.pipe(WholeNumberText, Id)

/** `?not_started`, `?not_started=`, `=true` and `=1` all mean yes. */
const flagWords = ['', 'true', '1', 'false', '0'] as const
export const Flag = z.pipe(
  z.optional(z.enum(flagWords)),
  z.transform((word: (typeof flagWords)[number] | undefined) => word === '' || word === 'true' || word === '1'),
)

/** ISO 8601 with an offset. */
export const Time = z.iso.datetime({ offset: true })

export const LanguageCode = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Z]{2})?$/))

export const MAX_PAGE_SIZE = 50

/** `page` starts at 1; a `size` above the limit is cut to it, not refused. */
export const Paging = (defaultSize: number) => ({
  page: z._default(z.pipe(WholeNumberText, z.int().check(z.minimum(1), z.maximum(1_000_000))), 1),
  size: z._default(
    z.pipe(
      z.pipe(WholeNumberText, z.int().check(z.minimum(1))),
      z.transform((size: number) => Math.min(size, MAX_PAGE_SIZE)),
    ),
    defaultSize,
  ),
})

export const Nothing = z.object({})
