import { FEED_FIRST_DAY, type getFeedRange } from '@saathi/contract/feed/calls'
import type { CallReply } from '@saathi/contract/core/call'
import { type FeedFilter, tidy } from './filter.ts'

export type FeedRange = CallReply<typeof getFeedRange>
export type Limits = { first: string; last: string | undefined }

/** What is being chosen and not applied yet. A day that nobody chose is none: the end of the feed moves on. */
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

/** Without a filter everything is ticked and no day is chosen. */
export function draftOf({ event, from, to, tags = [] }: FeedFilter): FilterDraft {
  return { post: event !== 'quote', quote: event !== 'post', from, to, tags }
}

/** What the two fields show: the days that were chosen, else from end to end. */
export const daysOf = ({ from, to }: Pick<FilterDraft, 'from' | 'to'>, { first, last = '' }: Limits) => ({
  from: from ?? first,
  to: to ?? last,
})

/** Both kinds, or neither, are no filter; nor is a day at or beyond the end of the feed. */
export function filterOf({ post, quote, from, to, tags }: FilterDraft, { first, last }: Limits): FeedFilter {
  return tidy({
    event: post === quote ? undefined : post ? 'post' : 'quote',
    from: from !== undefined && from > first ? from : undefined,
    to: to !== undefined && last !== undefined && to >= last ? undefined : to,
    tags,
  })
}

export const isInOrder = ({ from, to }: ReturnType<typeof daysOf>): boolean => from === '' || to === '' || from <= to
