import type { StoredFeedPost } from '#content/public.ts'
import type { FeedPostFile } from '../format/feed.ts'
import { deleteOtherPosts, type LoadedPost, savePosts } from './feed-store.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { mustFind } from './must-find.ts'
import { pictureSize } from '../read/picture-size.ts'
import type { MediaFile, Programme } from '../programme.ts'
import { textsIn, type ToTexts } from '../read/question-content.ts'
import { indiaTime } from '../read/relative-time.ts'

/** Returns posts by key. A folder without feed.json leaves the feed unchanged. */
export async function loadFeed(ctx: ListenerCtx, { about, feed, media }: Programme): Promise<Map<string, LoadedPost>> {
  if (!feed) return new Map()
  const files = new Map(media.map((file) => [file.name, file]))
  const texts = textsIn(about.value.baseLanguage)
  const posts = await savePosts(
    ctx.db,
    feed.value.posts.map((post) => {
      const picture = post.event === 'post' && post.thumbnail !== undefined ? mustFind(files, post.thumbnail) : null
      return {
        key: post.key,
        event: post.event,
        content: toContent(post, picture, texts),
        thumbnailHash: picture?.hash ?? null,
        link: post.event === 'post' ? (post.link ?? null) : null,
        publishedAt: indiaTime(ctx.now(), post.daysAgo, post.at),
        tags: post.tags,
      }
    }),
  )
  await deleteOtherPosts(ctx.db, [...posts.values()])
  return posts
}

function toContent(post: FeedPostFile, picture: MediaFile | null, texts: ToTexts): StoredFeedPost {
  const nothing = { title: null, description: null, curatedNote: null, text: null, author: null, thumbnail: null }
  if (post.event === 'quote') return { ...nothing, text: texts(post.text), author: texts(post.author) }
  const { width = null, height = null } = picture ? pictureSize(picture) : {}
  return {
    ...nothing,
    title: texts(post.title),
    description: texts(post.description),
    curatedNote: post.curatedNote ? texts(post.curatedNote) : null,
    thumbnail: width === null || height === null ? null : { width, height },
  }
}
