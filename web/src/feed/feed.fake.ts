import { getFeedRange, listFeed, toggleLike } from '@saathi/contract/feed/calls'
import type { FeedContent, FeedPost } from '@saathi/contract/feed/entities'
import { answer, makeProfile, refuse, showApp } from '../../test/harness.tsx'

let lastId = 0

const noContent: FeedContent = {
  thumbnail: null,
  thumbnailWidth: null,
  thumbnailHeight: null,
  thumbnailBytes: null,
  title: null,
  localeTitle: null,
  description: null,
  localeDescription: null,
  link: null,
  mtCuratedNote: null,
  localeMtCuratedNote: null,
  text: null,
  localeText: null,
  author: null,
  localeAuthor: null,
}

const dayOf = (id: number) => new Date(Date.UTC(2026, 9, 1) - id * 3_600_000).toISOString()

/** Each post has its own id unless given; a higher id is older. */
export function makePost(content: Partial<FeedContent> = {}, changes: Partial<FeedPost> = {}): FeedPost {
  const id = changes.id ?? (lastId += 1)
  return {
    id,
    event: 'post',
    publishedAt: dayOf(id),
    feedLikes: 0,
    isLiked: false,
    tags: [],
    content: { ...noContent, title: `Post ${id}`, description: `About ${id}`, ...content },
    ...changes,
  }
}

export function makeQuote(content: Partial<FeedContent> = {}, changes: Partial<FeedPost> = {}): FeedPost {
  const quote = makePost({}, changes)
  return { ...quote, event: 'quote', content: { ...noContent, text: `Quote ${quote.id}`, author: 'Savita', ...content } }
}

export const makePosts = (count: number): FeedPost[] => Array.from({ length: count }, () => makePost())

const money = { key: 'money', name: 'Money', localeName: 'Money' }
const work = { key: 'work', name: 'Work', localeName: 'Work' }
export const tags = { money, work }

/** A fake server with these posts, newest first, paged like the real one. */
export function serveFeed(initial: FeedPost[]) {
  let posts = initial
  const reading = answer(listFeed, ({ query: { event, from, to, tags: wantedTags, before, size } }) => {
    const day = (post: FeedPost) => post.publishedAt.slice(0, 10)
    const fitting = posts.filter(
      (post) =>
        (!event || post.event === event) &&
        (!from || day(post) >= from) &&
        (!to || day(post) <= to) &&
        (!wantedTags || post.tags.some(({ key }) => wantedTags.includes(key))),
    )
    const start = before === undefined ? 0 : fitting.findIndex(({ id }) => before === `0_${id}`) + 1
    const page = fitting.slice(start, start + size)
    const last = page.at(-1)
    return { posts: page, next: last && start + size < fitting.length ? `0_${last.id}` : null }
  })
  const range = answer(getFeedRange, { firstDate: '2024-03-01', lastDate: '2026-10-01', tags: [money, work] })
  const liking = answer(toggleLike, ({ body: { id } }) => {
    const post = posts.find((each) => each.id === id)
    if (!post) return refuse('feed.post_not_found', 404)
    const isLiked = !post.isLiked
    const feedLikes = post.feedLikes + (isLiked ? 1 : -1)
    posts = posts.map((each) => (each.id === id ? { ...each, isLiked, feedLikes } : each))
    return { id, feedLikes, isLiked }
  })
  return {
    reads: reading.inputs,
    ranges: range.inputs,
    likes: liking.inputs,
    add: (post: FeedPost) => {
      posts = [post, ...posts]
    },
  }
}

export const showFeed = (path = '/feed', language?: 'hi') =>
  showApp({ profile: makeProfile(), path, ...(language && { language }) })
