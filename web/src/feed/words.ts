import type { FeedContent, FeedPost, FeedTag } from '@saathi/contract/feed/entities'
import { cutGraphemes } from '@saathi/contract/core/cut'

const MAX_QUOTE_LETTERS = 60

/** In the reader's language if translated. */
export const titleOf = ({ localeTitle, title }: FeedContent): string => localeTitle || title || ''
export const descriptionOf = ({ localeDescription, description }: FeedContent): string => localeDescription || description || ''
export const noteOf = ({ localeMtCuratedNote, mtCuratedNote }: FeedContent): string => localeMtCuratedNote || mtCuratedNote || ''
export const quoteOf = ({ localeText, text }: FeedContent): string => localeText || text || ''
export const authorOf = ({ localeAuthor, author }: FeedContent): string => localeAuthor || author || ''
export const tagNameOf = ({ localeName, name }: FeedTag): string => localeName || name

/** Used in button labels; a quote is named by its first words. */
export const nameOf = ({ event, content }: FeedPost): string =>
  event === 'post' ? titleOf(content) : cutGraphemes(quoteOf(content), MAX_QUOTE_LETTERS)
