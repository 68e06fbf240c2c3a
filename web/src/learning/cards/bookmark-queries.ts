import { Id } from '@saathi/contract/core/fields'
import { toggleBookmark } from '@saathi/contract/learning/calls'
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isUnreachable } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { isWaiting, sessionEpoch } from '#core/outbox/list.ts'
import { newUuid } from '#core/uuid.ts'
import { refusalTextOf } from '../session/outbox.ts'

/** The hub and the mentorship area cache bookmarks in different lists and sessions. */
export type BookmarkArea = {
  name: string
  /** Queries that would restore the old state if they resolved now. */
  keysOf: (session: number) => readonly QueryKey[]
  /** The key of the lists among these queries. */
  listsKey: QueryKey
  patchBookmark: (client: QueryClient, session: number, isBookmarked: boolean) => void
  isBookmarked: (client: QueryClient, session: number) => boolean
}

const mutationKeyOf = ({ name }: BookmarkArea, session: number) => [name, 'bookmark', session]

/** The target state of a bookmark; sending it twice is harmless. */
export const bookmarkKind = defineKind({
  name: 'learning.bookmark',
  input: z.object({ session: Id, isBookmarked: z.boolean() }),
  lineOf: ({ session }) => `learning.bookmark.${session}`,
  aboutOf: () => 'bookmark',
  send: (body, idempotencyKey) => send(toggleBookmark, { body }, { idempotencyKey }),
  reasonOf: refusalTextOf,
})

/** Loaded on demand, so that the script of a card does not include the outbox. */
const outbox = () => import('#core/outbox/outbox.ts')

type BookmarkState = { session: number; isBookmarked: boolean }

/** Without a connection the change is queued and shown as done. */
async function storeBookmark(requested: BookmarkState, title: string): Promise<BookmarkState> {
  const idempotencyKey = newUuid()
  const visit = sessionEpoch()
  const entryInfo = { label: { text: 'outbox.bookmark' as const, values: { title } }, id: idempotencyKey }
  if (await isWaiting(bookmarkKind, requested)) {
    const outcome = await (await outbox()).post(bookmarkKind, requested, entryInfo)
    return (outcome.isSent && outcome.reply) || requested
  }
  try {
    return await send(toggleBookmark, { body: requested }, { idempotencyKey })
  } catch (error) {
    if (!isUnreachable(error) || sessionEpoch() !== visit) throw error
    await (await outbox()).enqueue(bookmarkKind, requested, entryInfo)
    return requested
  }
}

type TitledSession = { session: number; title: string }

export function useBookmarkToggle(place: BookmarkArea, { session, title }: TitledSession, onRefused: () => void) {
  const client = useQueryClient()
  const mutationKey = mutationKeyOf(place, session)
  const isLatest = () => client.isMutating({ mutationKey }) <= 1
  return useMutation({
    mutationKey,
    // One at a time: overlapping toggles could end in the wrong state.
    scope: { id: `${place.name}.bookmark.${session}` },
    // The state shown now: a later tap may have changed it since.
    mutationFn: () => storeBookmark({ session, isBookmarked: place.isBookmarked(client, session) }, title),
    onMutate: async () => {
      // A list fetch in flight would restore the old state.
      await Promise.all(place.keysOf(session).map((queryKey) => client.cancelQueries({ queryKey })))
      const wasBookmarked = place.isBookmarked(client, session)
      place.patchBookmark(client, session, !wasBookmarked)
      return { wasBookmarked }
    },
    onSuccess: ({ isBookmarked }) => {
      if (isLatest()) place.patchBookmark(client, session, isBookmarked)
    },
    onError: (_error, _nothing, before) => {
      if (before && isLatest()) place.patchBookmark(client, session, before.wasBookmarked)
      onRefused()
    },
    // Refetch what was cancelled above during its first load.
    onSettled: () => client.invalidateQueries({ queryKey: place.listsKey, predicate: ({ state }) => state.data === undefined }),
  })
}

/** Ignores the live event while this page is sending a change, whose reply is newer. */
export function onBookmarkChanged(place: BookmarkArea, client: QueryClient, session: number, isBookmarked: boolean): void {
  if (client.isMutating({ mutationKey: mutationKeyOf(place, session) }) === 0) place.patchBookmark(client, session, isBookmarked)
}
