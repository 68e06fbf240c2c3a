import { Id } from '@saathi/contract/core/fields'
import { toggleLike } from '@saathi/contract/feed/calls'
import type { FeedPost } from '@saathi/contract/feed/entities'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isUnreachable } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { isWaiting, sessionEpoch } from '#core/outbox/list.ts'
import { newUuid } from '#core/uuid.ts'
import { type Likes, optimisticLikes, cachedPost, patchLikes, listsKey } from './cache.ts'
import { nameOf } from './words.ts'

/** The desired state of a like; sending it twice changes nothing. */
export const likeKind = defineKind({
  name: 'feed.like',
  input: z.object({ id: Id, isLiked: z.boolean() }),
  lineOf: ({ id }) => `feed.like.${id}`,
  aboutOf: () => 'like',
  send: (body, idempotencyKey) => send(toggleLike, { body }, { idempotencyKey }),
  reasonOf: (code) => (code === 'feed.post_not_found' ? 'outbox.why.gone' : undefined),
})

/** Loaded on demand, so that the script of the posts does not include the outbox. */
const outbox = () => import('#core/outbox/outbox.ts')

/** The desired state of a post while a request for it is in flight; there is never a second request for the same post. */
const pendingLikes = new Map<number, boolean>()

/** Updates at once. Another tap only changes the desired state: it is sent after the first reply, if it still differs. */
export function tapLike(client: QueryClient, id: number): void {
  const post = cachedPost(client, id)
  if (!post) return
  const desired = !post.isLiked
  const isInFlight = pendingLikes.has(id)
  pendingLikes.set(id, desired)
  if (!isInFlight) void sendPending(client, post)
  patchLikes(client, optimisticLikes(post, desired))
}

/** If the server is unreachable the like is queued and shown as if done. */
async function sendOrQueue(post: FeedPost, known: Likes, isLiked: boolean): Promise<Likes> {
  const desired = { id: post.id, isLiked }
  const idempotencyKey = newUuid()
  const visit = sessionEpoch()
  const message = { label: { text: 'outbox.like' as const, values: { title: nameOf(post) } }, id: idempotencyKey }
  if (await isWaiting(likeKind, desired)) {
    const result = await (await outbox()).post(likeKind, desired, message)
    return (result.isSent && result.reply) || optimisticLikes(known, isLiked)
  }
  try {
    return await send(toggleLike, { body: desired }, { idempotencyKey })
  } catch (error) {
    if (!isUnreachable(error) || sessionEpoch() !== visit) throw error
    await (await outbox()).enqueue(likeKind, desired, message)
    return optimisticLikes(known, isLiked)
  }
}

async function sendPending(client: QueryClient, post: FeedPost): Promise<void> {
  const { id } = post
  let known: Likes = post
  try {
    await cancelRefetches(client)
    for (;;) {
      const sent = pendingLikes.get(id) ?? !known.isLiked
      known = await sendOrQueue(post, known, sent)
      const desired = pendingLikes.get(id)
      // Without another tap the server's state wins, even if it differs from the desired one.
      if (desired === undefined || desired === sent || desired === known.isLiked) break
      patchLikes(client, optimisticLikes(known, desired))
    }
  } catch (error) {
    console.error('A like could not be saved.', error)
  }
  await cancelRefetches(client)
  pendingLikes.delete(id)
  patchLikes(client, known)
}

/** A list in flight would restore the old state. A first load is left alone: the page waits for it. */
const cancelRefetches = (client: QueryClient) =>
  client.cancelQueries({ queryKey: listsKey, predicate: ({ state }) => state.data !== undefined })

/** Live event: while our own like is in flight, its reply is newer. */
export function handleLikeChanged(client: QueryClient, likes: Likes): void {
  if (!pendingLikes.has(likes.id)) patchLikes(client, likes)
}
