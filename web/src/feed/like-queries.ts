import { toggleLike } from '@saathi/contract/feed/calls'
import type { QueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { type Likes, wished } from './cache.ts'
import { heldPost, holdLikes, listsKey } from './held.ts'

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

async function follow(client: QueryClient, before: Likes): Promise<void> {
  const { id } = before
  let known = before
  try {
    await stopReading(client)
    for (;;) {
      const sent = wishes.get(id)
      known = await send(toggleLike, { body: { id } })
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
