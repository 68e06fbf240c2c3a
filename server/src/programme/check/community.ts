import { DangerKind } from '@saathi/contract/help/entities'
import {
  type CardsFile,
  type HelplinesFile,
  isLegalName,
  legalFiles,
  type FeedFile,
  type FeedPostFile,
} from '../format/community.ts'
import type { ProgrammeFile } from '../format/programme.ts'
import type { Problem, Document } from '../problems.ts'
import type { Programme } from '../programme.ts'
import type { JsonPath } from '../read/json-lines.ts'
import { pictureSize } from '../read/media.ts'
import { checkOptionalTexts, checkTexts, checkKnownIfSet, checkUnique, checkKnown, languagesOf } from './names.ts'

/** Legal texts, FAQ, helplines and cards. */
export function checkCommunity(programme: Programme): Problem[] {
  const { about, legal, faq, helplines, cards } = programme
  // Topics are read on one page, so all of them have the languages of the first.
  const languages = languagesOf(about.value, faq?.value.topics[0]?.title)
  return [
    ...Object.keys(legalFiles)
      .filter(isLegalName)
      .flatMap((name) =>
        checkVersioned(about.value, {
          base: `community/${name}`,
          texts: legal.get(name) ?? new Map(),
          version: about.value.legal[name],
          field: 'legal',
        }),
      ),
    ...(faq?.value.topics ?? []).flatMap(({ title, items }, at) =>
      faq
        ? [
            ...checkTexts(faq, ['topics', at, 'title'], title, languages),
            ...items.flatMap(({ question, answer }, place) => [
              ...checkTexts(faq, ['topics', at, 'items', place, 'question'], question, languages),
              ...checkTexts(faq, ['topics', at, 'items', place, 'answer'], answer, languages),
            ]),
          ]
        : [],
    ),
    ...(helplines ? checkHelplines(helplines, about.value.languages) : []),
    ...(cards ? checkCards(programme, cards) : []),
  ]
}

/** Helplines may have more languages than the rest of the programme. */
function checkHelplines(helplines: Document<HelplinesFile>, languages: readonly string[]): Problem[] {
  const entries = helplines.value.helplines
  const without = DangerKind.options.filter((kind) => entries.every(({ places }) => places[kind] === undefined))
  return [
    ...checkUnique(
      helplines,
      entries.map(({ number }, at) => [['helplines', at, 'number'], number]),
    ),
    ...entries.flatMap(({ name, text }, at) =>
      Object.entries({ name, text }).flatMap(([field, translations]) =>
        checkTexts(helplines, ['helplines', at, field], translations, [...new Set([...languages, ...Object.keys(translations)])]),
      ),
    ),
    ...without.map((kind) => helplines.problemAt(['helplines'], `has no number for ${kind}`)),
  ]
}

function checkCards({ about, media }: Programme, cards: Document<CardsFile>): Problem[] {
  return Object.entries(cards.value).flatMap(([kind, list]) =>
    list.flatMap(({ image, text }, at) => {
      const file = media.find(({ name }) => name === image)
      return [
        ...(file ? [] : checkKnown(cards, [kind, at, 'image'], image, [], 'file in media/')),
        // The carousel needs the sizes to reserve its height while pictures load.
        ...(file && pictureSize(file).width === null
          ? [cards.problemAt([kind, at, 'image'], 'must be an .svg with a viewBox or a .png, which tell their size')]
          : []),
        ...checkTexts(cards, [kind, at, 'text'], text, languagesOf(about.value, text)),
      ]
    }),
  )
}

/** The parts of the programme that checks of the feed need. */
type FeedOf = {
  about: { value: { languages: readonly string[]; moreLanguages: readonly string[]; tags: Readonly<Record<string, unknown>> } }
  feed: Document<FeedFile> | null
  media: readonly { name: string }[]
}

export function checkFeed(programme: FeedOf): Problem[] {
  const { feed } = programme
  if (!feed) return []
  const { posts } = feed.value
  return [
    ...checkUnique(
      feed,
      posts.map(({ key }, at) => [['posts', at, 'key'], key]),
    ),
    ...posts.flatMap((post, at) => checkPost(programme, feed, ['posts', at], post)),
  ]
}

function checkPost({ about, media }: FeedOf, feed: Document<unknown>, path: JsonPath, post: FeedPostFile): Problem[] {
  const { tags } = about.value
  const pictures = media.map(({ name }) => name)
  const texts =
    post.event === 'post'
      ? { title: post.title, description: post.description, curatedNote: post.curatedNote }
      : { text: post.text, author: post.author }
  const languages = languagesOf(about.value, post.event === 'post' ? post.title : post.text)
  return [
    ...Object.entries(texts).flatMap(([name, translations]) =>
      checkOptionalTexts(feed, [...path, name], translations, languages),
    ),
    ...checkUnique(
      feed,
      post.tags.map((tag, at) => [[...path, 'tags', at], tag]),
    ),
    ...post.tags.flatMap((tag, at) => checkKnown(feed, [...path, 'tags', at], tag, Object.keys(tags), 'tag in programme.json')),
    ...(post.event === 'post' ? checkKnownIfSet(feed, [...path, 'thumbnail'], post.thumbnail, pictures, 'file in media/') : []),
  ]
}

type Versioned = {
  /** The name of its files without language and extension. */
  base: string
  /** By language; the base language has an empty key. */
  texts: ReadonlyMap<string, unknown>
  version: number | undefined
  /** The field of programme.json with the version. */
  field: string
}

/** A text that people agree to must have a version and exist in every language. */
export function checkVersioned(
  { languages, moreLanguages, baseLanguage }: Pick<ProgrammeFile, 'languages' | 'moreLanguages' | 'baseLanguage'>,
  { base, texts, version, field }: Versioned,
): Problem[] {
  const file = (code: string) => `${base}${code === '' ? '' : `.${code}`}.md`
  if (version === undefined) {
    return [...texts.keys()].map((code) => ({ file: file(code), text: `has no version under "${field}" in programme.json` }))
  }
  const expected = languages.map((code) => (code === baseLanguage ? '' : code))
  return [
    ...expected.flatMap((code) => (texts.has(code) ? [] : [{ file: file(code), text: 'is missing' }])),
    ...[...texts.keys()].flatMap((code) =>
      expected.includes(code) || moreLanguages.includes(code)
        ? []
        : [{ file: file(code), text: `"${code}" is not among the programme's other languages` }],
    ),
  ]
}
