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

const Address = z.object({
  event: z.optional(z.unknown()),
  from: z.optional(z.unknown()),
  to: z.optional(z.unknown()),
  tags: z.optional(z.unknown()),
})

const { event: Event, from: From, to: To, tags: Tags } = listFeed.query.shape

/** What the address asks for, as the call itself would read it; what is no filter is passed over. */
export function readFilter(search: unknown): FeedFilter {
  const named = z.safeParse(Address, search).data
  const from = z.safeParse(From, named?.from).data
  const to = z.safeParse(To, named?.to).data
  const isInOrder = from === undefined || to === undefined || from <= to
  return tidy({
    event: z.safeParse(Event, named?.event).data,
    from: isInOrder && from !== undefined && from > FEED_FIRST_DAY ? from : undefined,
    to: isInOrder ? to : undefined,
    tags: z.safeParse(Tags, named?.tags).data,
  })
}

/** Two ways to ask for the same are one place in the cache. */
export function tidy({ event, from, to, tags = [] }: FeedFilter): FeedFilter {
  return {
    ...(event && { event }),
    ...(from && { from }),
    ...(to && { to }),
    ...(tags.length > 0 && { tags: [...new Set(tags)].toSorted() }),
  }
}

/** The same for the address and for the call: keys of tags with commas between. */
export function toSearch({ tags, ...rest }: FeedFilter) {
  return { ...rest, ...(tags && { tags: tags.join(',') }) }
}

export const isFiltered = (filter: FeedFilter): boolean => Object.keys(filter).length > 0

export function useFeedFilter(): FeedFilter {
  // Of this page, not of the one that is on its way: while that one loads, this one is still shown.
  const search: unknown = useSearch({ strict: false })
  return readFilter(search)
}
