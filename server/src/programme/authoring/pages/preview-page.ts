import { bannerUrl, readIn, showFeedPost, showPages } from '#content/public.ts'
import type { DraftKind } from '@saathi/contract/content/drafts'
import type { Ctx } from '#core/ctx.ts'
import { badInput } from '#core/errors.ts'
import { requireContent } from '../access.ts'
import { picturesOf, usedParts } from '../compose.ts'
import { findPictures } from '../published-store.ts'
import { readerOf } from '../texts.ts'
import { composePost, composeStages, composeSurvey, composeTopics } from './compose-page.ts'

const nothing = { post: null, legal: null, faq: [], cards: [], survey: null }

/** The page as a member will see it; an unfinished language shows the texts it has. */
export async function previewPage(ctx: Ctx, kind: DraftKind, key: string, language: string) {
  const { draft, parts: all, translations } = await requireContent(ctx, kind, key)
  const parts = usedParts(all)
  const toTexts = readerOf(translations, [language])
  const pictures = new Map((await findPictures(ctx.db, picturesOf(parts))).map((picture) => [picture.hash, picture]))
  const read = (part: string, path: string, text: string) => readIn(language, toTexts(part, path, text))
  const shown = { ...nothing, revision: draft?.revision ?? 0 }
  const body = parts[0]?.body
  switch (body?.kind) {
    case 'post': {
      const { thumbnail, link } = body
      const thumbnailBytes = pictures.get(thumbnail ?? '')?.bytes ?? null
      const place = { thumbnail: bannerUrl(thumbnail), thumbnailBytes, link }
      return { ...shown, post: showFeedPost(composePost(body, toTexts, pictures), language, place) }
    }
    case 'legal': {
      const { title, content } = body
      return {
        ...shown,
        legal: { title: read('legal', 'title', title).locale, content: read('legal', 'content', content).locale },
      }
    }
    case 'faq':
      return { ...shown, faq: composeTopics(body, toTexts).map((topic) => showTopic(topic, language)) }
    case 'card': {
      const cards = body.cards.map(({ id, image, link, text }, at) => {
        const words = read('card', `cards.${id}.text`, text)
        const { width, height } = pictures.get(image ?? '') ?? {}
        const size = { imageWidth: width ?? 0, imageHeight: height ?? 0 }
        return { id: at + 1, image: bannerUrl(image) ?? '', ...size, link, text: words.base, localeText: words.locale }
      })
      return { ...shown, cards }
    }
    case 'survey': {
      const { name, shortDescription } = composeSurvey(body, toTexts)
      const stages = composeStages(body, parts, toTexts).map(({ key: stage, content }) => ({
        key: stage,
        name: readIn(language, content.name).locale,
        description: readIn(language, content.description).locale,
        pages: showPages(content, language),
      }))
      const words = { name: readIn(language, name).locale, shortDescription: readIn(language, shortDescription).locale }
      return { ...shown, survey: { ...words, stages } }
    }
    default:
      throw badInput('content.bad_part')
  }
}

type Topic = ReturnType<typeof composeTopics>[number]

function showTopic({ title, items }: Topic, language: string) {
  const words = readIn(language, title)
  return {
    topicTitle: words.base,
    localeTopicTitle: words.locale,
    content: items.map((item) => {
      const [question, answer] = [readIn(language, item.question), readIn(language, item.answer)]
      return { question: question.base, localeQuestion: question.locale, answer: answer.base, localeAnswer: answer.locale }
    }),
  }
}
