import { Id } from '@saathi/contract/core/fields'
import { toggleLike } from '@saathi/contract/feed/calls'
import type { FeedPost } from '@saathi/contract/feed/entities'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isUnreachable } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { isWaiting, visitNow } from '#core/outbox/list.ts'
import { newUuid } from '#core/uuid.ts'
import { type Likes, wished } from './cache.ts'
import { heldPost, holdLikes, listsKey } from './held.ts'
import { nameOf } from './words.ts'

/** How a like is meant to stand; said twice, it stands no other way. */
export const likeKind = defineKind({
  name: 'feed.like',
  input: z.object({ id: Id, isLiked: z.boolean() }),
  lineOf: ({ id }) => `feed.like.${id}`,
  aboutOf: () => 'like',
  send: (body, idempotencyKey) => send(toggleLike, { body }, { idempotencyKey }),
  reasonOf: (code) => (code === 'feed.post_not_found' ? 'outbox.why.gone' : undefined),
})

/** Comes a while after every page; posts must not carry it. */
const outbox = () => import('#core/outbox/outbox.ts')

/** What the person wants of a post while a request about it is on its way; there is never a second one beside it. */
const wishes = new Map<number, boolean>()

/** Turns at once. A further tap only changes the wish: it is sent when the first has been answered, if it still differs. */
export function tapLike(client: QueryClient, id: number): void {
  const post = heldPost(client, id)
  if (!post) return
  const wish = !post.isLiked
  const isOnItsWay = wishes.has(id)
  wishes.set(id, wish)
  if (!isOnItsWay) void follow(client, post)
  holdLikes(client, wished(post, wish))
}

/** Where nobody can be reached the wish waits here, and stands as if it were done. */
async function store(post: FeedPost, known: Likes, isLiked: boolean): Promise<Likes> {
  const wish = { id: post.id, isLiked }
  const idempotencyKey = newUuid()
  const visit = visitNow()
  const told = { label: { text: 'outbox.like' as const, values: { title: nameOf(post) } }, id: idempotencyKey }
  if (await isWaiting(likeKind, wish)) {
    const outcome = await (await outbox()).post(likeKind, wish, told)
    return (outcome.isSent && outcome.reply) || wished(known, isLiked)
  }
  try {
    return await send(toggleLike, { body: wish }, { idempotencyKey })
  } catch (error) {
    if (!isUnreachable(error) || visitNow() !== visit) throw error
    await (await outbox()).keep(likeKind, wish, told)
    return wished(known, isLiked)
  }
}

async function follow(client: QueryClient, post: FeedPost): Promise<void> {
  const { id } = post
  let known: Likes = post
  try {
    await stopReading(client)
    for (;;) {
      const sent = wishes.get(id) ?? !known.isLiked
      known = await store(post, known, sent)
      const wish = wishes.get(id)
      // Without a further tap the server's word holds, even where it is not what was wished.
      if (wish === undefined || wish === sent || wish === known.isLiked) break
      holdLikes(client, wished(known, wish))
    }
  } catch (error) {
    console.error('A like could not be saved.', error)
  }
  await stopReading(client)
  wishes.delete(id)
  holdLikes(client, known)
}

/** A list already on its way would bring the old state back. A first one is left alone: somebody waits for it. */
const stopReading = (client: QueryClient) =>
  client.cancelQueries({ queryKey: listsKey, predicate: ({ state }) => state.data !== undefined })

/** From the live line: while a like of our own is on its way, its reply is the newer word. */
export function hearLikes(client: QueryClient, likes: Likes): void {
  if (!wishes.has(likes.id)) holdLikes(client, likes)
}
