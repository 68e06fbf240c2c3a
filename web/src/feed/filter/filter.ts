import { FEED_FIRST_DAY, listFeed } from '@saathi/contract/feed/calls'
import type { FeedEvent } from '@saathi/contract/feed/entities'
import { useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'

export type FeedFilter = {
  event?: FeedEvent | undefined
  from?: string | undefined
  to?: string | undefined
  tags?: readonly string[] | undefined
}

const FilterSearch = z.object({
  event: z.optional(z.unknown()),
  from: z.optional(z.unknown()),
  to: z.optional(z.unknown()),
  tags: z.optional(z.unknown()),
})

const { event: Event, from: From, to: To, tags: Tags } = listFeed.query.shape

/** The filter in the URL, parsed like the call does; invalid parts are ignored. */
export function readFilter(search: unknown): FeedFilter {
  const raw = z.safeParse(FilterSearch, search).data
  const from = z.safeParse(From, raw?.from).data
  const to = z.safeParse(To, raw?.to).data
  const isInOrder = from === undefined || to === undefined || from <= to
  return tidy({
    event: z.safeParse(Event, raw?.event).data,
    from: isInOrder && from !== undefined && from > FEED_FIRST_DAY ? from : undefined,
    to: isInOrder ? to : undefined,
    tags: z.safeParse(Tags, raw?.tags).data,
  })
}

/** Normalises, so that equal filters share one cache entry. */
export function tidy({ event, from, to, tags = [] }: FeedFilter): FeedFilter {
  return {
    ...(event && { event }),
    ...(from && { from }),
    ...(to && { to }),
    ...(tags.length > 0 && { tags: [...new Set(tags)].toSorted() }),
  }
}

/** The format of tags in the URL and in the call: their keys, separated by commas. */
export function toSearch({ tags, ...rest }: FeedFilter) {
  return { ...rest, ...(tags && { tags: tags.join(',') }) }
}

export const isFiltered = (filter: FeedFilter): boolean => Object.keys(filter).length > 0

export function useFeedFilter(): FeedFilter {
  // Search of the current page, not of the pending navigation: while that loads, this page is still shown.
  const search: unknown = useSearch({ strict: false })
  return readFilter(search)
}
