import { FEED_FIRST_DAY, type getFeedRange } from '@saathi/contract/feed/calls'
import type { CallReply } from '@saathi/contract/core/call'
import { type FeedFilter, tidy } from './filter.ts'

export type FeedRange = CallReply<typeof getFeedRange>
export type Limits = { first: string; last: string | undefined }

/** What is being chosen and not applied yet. */
export type FilterDraft = { post: boolean; quote: boolean; from: string; to: string; tags: readonly string[] }

export function limitsOf(range: Pick<FeedRange, 'firstDate' | 'lastDate'> | undefined): Limits {
  const first = range?.firstDate ?? FEED_FIRST_DAY
  return { first: first < FEED_FIRST_DAY ? FEED_FIRST_DAY : first, last: range?.lastDate ?? undefined }
}

/** Without a filter everything is ticked and the days reach from end to end. */
export function draftOf({ event, from, to, tags = [] }: FeedFilter, { first, last = '' }: Limits): FilterDraft {
  return { post: event !== 'quote', quote: event !== 'post', from: from ?? first, to: to ?? last, tags }
}

/** Both kinds, or neither, are no filter; nor is a day at or beyond the end of the feed. */
export function filterOf({ post, quote, from, to, tags }: FilterDraft, { first, last }: Limits): FeedFilter {
  return tidy({
    event: post === quote ? undefined : post ? 'post' : 'quote',
    from: from > first ? from : undefined,
    to: last !== undefined && to >= last ? undefined : to,
    tags,
  })
}

export const isInOrder = ({ from, to }: FilterDraft): boolean => from === '' || to === '' || from <= to
