import * as z from 'zod/mini'
import { readMaybe, Texts } from '#core/translated-texts.ts'

/** The texts of a post or quote in all languages, and the size of its picture. */
export const StoredFeedPost = z.object({
  title: z.nullable(Texts),
  description: z.nullable(Texts),
  curatedNote: z.nullable(Texts),
  text: z.nullable(Texts),
  author: z.nullable(Texts),
  thumbnail: z.nullable(z.object({ width: z.int(), height: z.int() })),
})
export type StoredFeedPost = z.infer<typeof StoredFeedPost>

export function showFeedPost(
  post: StoredFeedPost,
  language: string,
  { thumbnail, thumbnailBytes, link }: { thumbnail: string | null; thumbnailBytes: number | null; link: string | null },
) {
  const words = (texts: Texts | null) => readMaybe(language, texts)
  return {
    thumbnail,
    thumbnailWidth: post.thumbnail?.width ?? null,
    thumbnailHeight: post.thumbnail?.height ?? null,
    thumbnailBytes,
    title: words(post.title).base,
    localeTitle: words(post.title).locale,
    description: words(post.description).base,
    localeDescription: words(post.description).locale,
    link,
    mtCuratedNote: words(post.curatedNote).base,
    localeMtCuratedNote: words(post.curatedNote).locale,
    text: words(post.text).base,
    localeText: words(post.text).locale,
    author: words(post.author).base,
    localeAuthor: words(post.author).locale,
  }
}
