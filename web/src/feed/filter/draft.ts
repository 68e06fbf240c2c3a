import { FEED_FIRST_DAY, type getFeedRange } from '@saathi/contract/feed/calls'
import type { CallReply } from '@saathi/contract/core/call'
import { type FeedFilter, tidy } from './filter.ts'

export type FeedRange = CallReply<typeof getFeedRange>
export type Limits = { first: string; last: string | undefined }

/** The choices that are not applied yet. An unset day stays unset, because the end of the feed moves on. */
export type FilterDraft = {
  post: boolean
  quote: boolean
  from: string | undefined
  to: string | undefined
  tags: readonly string[]
}

export function limitsOf(range: Pick<FeedRange, 'firstDate' | 'lastDate'> | undefined): Limits {
  const first = range?.firstDate ?? FEED_FIRST_DAY
  return { first: first < FEED_FIRST_DAY ? FEED_FIRST_DAY : first, last: range?.lastDate ?? undefined }
}

/** Without a filter everything is ticked and no day is set. */
export function draftOf({ event, from, to, tags = [] }: FeedFilter): FilterDraft {
  return { post: event !== 'quote', quote: event !== 'post', from, to, tags }
}

/** The days shown in the two fields: the chosen ones, otherwise the whole range. */
export const daysOf = ({ from, to }: Pick<FilterDraft, 'from' | 'to'>, { first, last = '' }: Limits) => ({
  from: from ?? first,
  to: to ?? last,
})

/** Both kinds or neither mean no filter, and so does a day at or beyond the end of the feed. */
export function filterOf({ post, quote, from, to, tags }: FilterDraft, { first, last }: Limits): FeedFilter {
  return tidy({
    event: post === quote ? undefined : post ? 'post' : 'quote',
    from: from !== undefined && from > first ? from : undefined,
    to: to !== undefined && last !== undefined && to >= last ? undefined : to,
    tags,
  })
}

export const isInOrder = ({ from, to }: ReturnType<typeof daysOf>): boolean => from === '' || to === '' || from <= to
