import { raiseLegalVersions } from '#accounts/public.ts'
import type { StoredFeedPost } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { type CardsFile, type LegalName, legalFiles, type FeedPostFile } from '../format/community.ts'
import { mustFind } from '../problems.ts'
import type { Programme, MediaFile } from '../programme.ts'
import { pictureSize } from '../read/media.ts'
import { textsIn, type ToTexts } from '../read/question-content.ts'
import { indiaTime } from '../read/relative-time.ts'
import {
  type CardRow,
  replaceCards,
  replaceHelplines,
  replaceTopics,
  saveCommunityItems,
  deleteOtherPosts,
  type LoadedPost,
  savePosts,
} from './community-store.ts'

/** Loads content for everybody. Parts that the folder does not contain stay unchanged. */
export async function loadCommunity(ctx: ListenerCtx, programme: Programme): Promise<void> {
  const { about, faq, helplines, cards } = programme
  const texts = textsIn(about.value.baseLanguage)
  await loadLegal(ctx, programme)
  if (faq) {
    const topics = faq.value.topics.map(({ title, items }) => ({
      title: texts(title),
      items: items.map(({ question, answer }) => ({ question: texts(question), answer: texts(answer) })),
    }))
    await replaceTopics(ctx.db, topics)
  }
  if (helplines) {
    const rows = helplines.value.helplines.map(({ number, name, text, places, checkedOn }) => ({
      number,
      content: { name: texts(name), text: texts(text), places, checkedOn },
    }))
    await replaceHelplines(ctx.db, rows)
  }
  if (cards) await replaceCards(ctx.db, toCards(cards.value, programme, texts))
}

/** People who agreed to an older version are asked again. */
async function loadLegal(ctx: ListenerCtx, { about, legal }: Programme): Promise<void> {
  const versionOf = (name: LegalName) => about.value.legal[name] ?? 1
  const items = [...legal].map(([name, languages]) => {
    const inAll = (field: 'title' | 'content') => ({
      text: mustFind(languages, '')[field],
      locales: Object.fromEntries([...languages].flatMap(([code, text]) => (code === '' ? [] : [[code, text[field]]]))),
    })
    return { id: legalFiles[name], title: inAll('title'), content: inAll('content'), version: versionOf(name) }
  })
  await saveCommunityItems(ctx.db, items, ctx.now())
  const raisedTo = (name: LegalName) => (legal.has(name) ? versionOf(name) : 1)
  await raiseLegalVersions(ctx.db, {
    terms: raisedTo('terms-of-service'),
    privacy: raisedTo('privacy-policy'),
    conduct: raisedTo('code-of-conduct'),
  })
}

function toCards(cards: CardsFile, { media }: Programme, texts: ToTexts): CardRow[] {
  const files = new Map(media.map((file) => [file.name, file]))
  return (['internship', 'mentorship'] as const).flatMap((expType) =>
    cards[expType].map(({ image, text, link }, at) => {
      const file = mustFind(files, image)
      const { width, height } = pictureSize(file)
      return {
        expType,
        position: at + 1,
        imageHash: file.hash,
        link: link ?? null,
        content: { text: texts(text), width: width ?? 0, height: height ?? 0 },
      }
    }),
  )
}

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
