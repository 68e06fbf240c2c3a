import type { DraftBody, DraftPart, LanguageCoverage } from '@saathi/contract/content/drafts'
import type { CardPart, FaqPart, LegalPart, PostPart } from '@saathi/contract/content/page-parts'
import type { Texts } from '#content/public.ts'

/** A text of a draft that can be translated. `path` uses keys, so that a translation follows a text that moves. */
export type DraftText = {
  part: string
  path: string
  text: string
  /** May stay untranslated, such as an address or a picture. */ isOptional?: true
}
export type Part = Pick<DraftPart, 'name' | 'body'>
export type Translation = { language: string; part: string; path: string; source: string; body: string }

/** In reading order; empty texts need no translation. */
export function textsOf({ name, body }: Part): DraftText[] {
  const texts = listTexts(body).map((text) => ({ part: name, ...text }))
  return texts.filter(({ text }) => text !== '')
}

type Listed = Omit<DraftText, 'part'>
type PageBody = PostPart | FaqPart | CardPart | LegalPart

function listTexts(body: DraftBody): Listed[] {
  switch (body.kind) {
    case 'session':
      return [
        { path: 'title', text: body.title },
        { path: 'overview', text: body.overview },
        ...body.steps.map(({ key, title }) => ({ path: `steps.${key}.title`, text: title })),
      ]
    case 'step':
      return body.blocks.flatMap(({ id, text, url, image, isDecorative }): Listed[] => [
        { path: `blocks.${id}.text`, text: isDecorative ? '' : text },
        { path: `blocks.${id}.url`, text: url ?? '', isOptional: true },
        { path: `blocks.${id}.image`, text: image ?? '', isOptional: true },
      ])
    case 'quiz':
      return [{ path: 'helpText', text: body.helpText }, ...body.questions.flatMap((question) => listQuestion(question))]
    case 'survey':
      return [
        { path: 'name', text: body.name },
        { path: 'shortDescription', text: body.shortDescription },
        ...body.stages.flatMap(({ key, name, description }) => [
          { path: `stages.${key}.name`, text: name },
          { path: `stages.${key}.description`, text: description },
        ]),
      ]
    case 'stage':
      return body.pages.flatMap(({ id, title, description, questions }) => [
        { path: `pages.${id}.title`, text: title },
        { path: `pages.${id}.description`, text: description },
        ...questions.flatMap((question) => listQuestion(question)),
      ])
    default:
      return listPageTexts(body)
  }
}

function listPageTexts(body: PageBody): Listed[] {
  switch (body.kind) {
    case 'post':
      return body.event === 'post'
        ? (['title', 'description', 'curatedNote'] as const).map((path) => ({ path, text: body[path] }))
        : (['text', 'author'] as const).map((path) => ({ path, text: body[path] }))
    case 'legal':
      return (['title', 'content'] as const).map((path) => ({ path, text: body[path] }))
    case 'card':
      return body.cards.map(({ id, text }) => ({ path: `cards.${id}.text`, text }))
    case 'faq':
      return body.topics.flatMap(({ id, title, items }) => [
        { path: `topics.${id}.title`, text: title },
        ...items.flatMap((item) => [
          { path: `topics.${id}.items.${item.id}.question`, text: item.question },
          { path: `topics.${id}.items.${item.id}.answer`, text: item.answer },
        ]),
      ])
  }
}

type Question = Extract<DraftBody, { kind: 'quiz' }>['questions'][number]

function listQuestion({ key, title, label, helpText, answerOptions, scale }: Question): Listed[] {
  const at = `questions.${key}`
  return [
    { path: `${at}.title`, text: title },
    { path: `${at}.label`, text: label },
    { path: `${at}.helpText`, text: helpText },
    ...answerOptions.flatMap((option) => [
      { path: `${at}.options.${option.key}.label`, text: option.label },
      { path: `${at}.options.${option.key}.helpText`, text: option.helpText },
    ]),
    ...(scale?.options ?? []).map(({ option, label: text }) => ({ path: `${at}.scale.${option}.label`, text })),
  ]
}

/** Addresses and pictures that are equal in all languages need no row. */
const isEverywhere = /\.(url|image)$/

const placeOf = ({ part, path }: { part: string; path: string }) => `${part} ${path}`

/** The progress of each language. Translations of removed texts do not count. */
export function coverageOf(
  parts: readonly Part[],
  translations: readonly Translation[],
  languages: readonly string[],
): LanguageCoverage[] {
  const needed = parts.flatMap(textsOf).filter(({ isOptional }) => !isOptional)
  return languages.map((language) => {
    const known = byPlace(translations, language)
    const found = needed.map((text) => ({ text, translation: known.get(placeOf(text)) }))
    return {
      language,
      total: needed.length,
      missing: found.filter(({ translation }) => !translation).length,
      behind: found.filter(({ text, translation }) => translation && translation.source !== text.text).length,
    }
  })
}

const byPlace = (translations: readonly Translation[], language: string): Map<string, Translation> =>
  new Map(translations.flatMap((each) => (each.language === language && each.body !== '' ? [[placeOf(each), each]] : [])))

export type ToTexts = (part: string, path: string, text: string) => Texts

/** A language is offered when nothing is missing; a text whose source has changed falls back to the base language. */
export function translatorFor(
  parts: readonly Part[],
  translations: readonly Translation[],
  languages: readonly string[],
): ToTexts {
  const offered = coverageOf(parts, translations, languages).flatMap(({ language, total, missing }) =>
    total > 0 && missing === 0 ? [language] : [],
  )
  return readerOf(translations, offered)
}

/** Also reads unfinished languages, for the preview. */
export function readerOf(translations: readonly Translation[], languages: readonly string[]): ToTexts {
  const known = languages.map((language) => [language, byPlace(translations, language)] as const)
  return (part, path, text) => ({
    text,
    locales: Object.fromEntries(
      known.flatMap(([language, places]) => {
        const translation = places.get(placeOf({ part, path }))
        const isFresh = translation?.source === text && !(isEverywhere.test(path) && translation.body === text)
        return translation && isFresh ? [[language, translation.body]] : []
      }),
    ),
  })
}
