import { Id } from '@saathi/contract/core/fields'
import { toggleBookmark } from '@saathi/contract/learning/calls'
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isUnreachable } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { isWaiting, visitNow } from '#core/outbox/list.ts'
import { newUuid } from '#core/uuid.ts'
import { walkReasonOf } from './walk-line.ts'

/** Where bookmarks are held: the hub and the mentorship area each have lists and sessions of their own. */
export type BookmarkPlace = {
  name: string
  /** What would bring the old state back if it came in now. */
  keysOf: (session: number) => readonly QueryKey[]
  /** The lists among them. */
  listsKey: QueryKey
  hold: (client: QueryClient, session: number, isBookmarked: boolean) => void
  isNow: (client: QueryClient, session: number) => boolean
}

const mutationKeyOf = ({ name }: BookmarkPlace, session: number) => [name, 'bookmark', session]

/** How a bookmark is meant to stand; said twice, it stands no other way. */
export const bookmarkKind = defineKind({
  name: 'learning.bookmark',
  input: z.object({ session: Id, isBookmarked: z.boolean() }),
  lineOf: ({ session }) => `learning.bookmark.${session}`,
  aboutOf: () => 'bookmark',
  send: (body, idempotencyKey) => send(toggleBookmark, { body }, { idempotencyKey }),
  reasonOf: walkReasonOf,
})

/** Comes a while after every page; cards must not carry it. */
const outbox = () => import('#core/outbox/outbox.ts')

type Bookmarked = { session: number; isBookmarked: boolean }

/** Where nobody can be reached the wish waits here, and stands as if it were done. */
async function storeBookmark(wish: Bookmarked, title: string): Promise<Bookmarked> {
  const idempotencyKey = newUuid()
  const visit = visitNow()
  const told = { label: { text: 'outbox.bookmark' as const, values: { title } }, id: idempotencyKey }
  if (await isWaiting(bookmarkKind, wish)) {
    const outcome = await (await outbox()).post(bookmarkKind, wish, told)
    return (outcome.isSent && outcome.reply) || wish
  }
  try {
    return await send(toggleBookmark, { body: wish }, { idempotencyKey })
  } catch (error) {
    if (!isUnreachable(error) || visitNow() !== visit) throw error
    await (await outbox()).keep(bookmarkKind, wish, told)
    return wish
  }
}

type Named = { session: number; title: string }

export function useBookmarkToggle(place: BookmarkPlace, { session, title }: Named, onRefused: () => void) {
  const client = useQueryClient()
  const mutationKey = mutationKeyOf(place, session)
  const isLatest = () => client.isMutating({ mutationKey }) <= 1
  return useMutation({
    mutationKey,
    // One after another: two toggles that overtake each other would end in the wrong state.
    scope: { id: `${place.name}.bookmark.${session}` },
    // As it is shown now: a further tap may have turned it since this one.
    mutationFn: () => storeBookmark({ session, isBookmarked: place.isNow(client, session) }, title),
    onMutate: async () => {
      // A list already on its way would bring the old state back.
      await Promise.all(place.keysOf(session).map((queryKey) => client.cancelQueries({ queryKey })))
      const wasBookmarked = place.isNow(client, session)
      place.hold(client, session, !wasBookmarked)
      return { wasBookmarked }
    },
    onSuccess: ({ isBookmarked }) => {
      if (isLatest()) place.hold(client, session, isBookmarked)
    },
    onError: (_error, _nothing, before) => {
      if (before && isLatest()) place.hold(client, session, before.wasBookmarked)
      onRefused()
    },
    // A first fetch that was cancelled above is still owed.
    onSettled: () => client.invalidateQueries({ queryKey: place.listsKey, predicate: ({ state }) => state.data === undefined }),
  })
}

/** From the live line: while a toggle of our own is on its way, its reply is the newer word. */
export function onBookmarkChanged(place: BookmarkPlace, client: QueryClient, session: number, isBookmarked: boolean): void {
  if (client.isMutating({ mutationKey: mutationKeyOf(place, session) }) === 0) place.hold(client, session, isBookmarked)
}
