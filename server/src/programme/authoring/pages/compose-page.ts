import type { SurveyPart, StagePart } from '@saathi/contract/content/drafts'
import type { FaqPart, PostPart } from '@saathi/contract/content/page-parts'
import type { Picture, StoredFeedPost, StoredStage, StoredSurvey, StoredTopic, Texts } from '#content/public.ts'
import { composeQuestion } from '../compose.ts'
import type { Part, ToTexts } from '../texts.ts'

/** Converts drafts to the format in which members' content is stored. */

type Sizes = ReadonlyMap<string, Pick<Picture, 'width' | 'height'>>

export function composePost(post: PostPart, toTexts: ToTexts, sizes: Sizes): StoredFeedPost {
  const maybe = (path: 'title' | 'description' | 'curatedNote' | 'text' | 'author') =>
    post[path].trim() === '' ? null : toTexts('post', path, post[path])
  const nothing = { title: null, description: null, curatedNote: null, text: null, author: null, thumbnail: null }
  if (post.event === 'quote') return { ...nothing, text: maybe('text'), author: maybe('author') }
  const { width = null, height = null } = (post.thumbnail === null ? undefined : sizes.get(post.thumbnail)) ?? {}
  return {
    ...nothing,
    title: maybe('title'),
    description: maybe('description'),
    curatedNote: maybe('curatedNote'),
    thumbnail: width === null || height === null ? null : { width, height },
  }
}

export const composeTopics = ({ topics }: FaqPart, toTexts: ToTexts): StoredTopic[] =>
  topics.map(({ id, title, items }) => ({
    title: toTexts('faq', `topics.${id}.title`, title),
    items: items.map((item) => ({
      question: toTexts('faq', `topics.${id}.items.${item.id}.question`, item.question),
      answer: toTexts('faq', `topics.${id}.items.${item.id}.answer`, item.answer),
    })),
  }))

export const composeSurvey = ({ name, shortDescription }: SurveyPart, toTexts: ToTexts): StoredSurvey => ({
  name: toTexts('survey', 'name', name),
  shortDescription: toTexts('survey', 'shortDescription', shortDescription),
})

const NO_PAGES: StagePart = { kind: 'stage', pages: [] }

export function stageIn(parts: readonly Part[], key: string): StagePart {
  const body = parts.find(({ name }) => name === `stage:${key}`)?.body
  return body?.kind === 'stage' ? body : NO_PAGES
}

export function composeStages(survey: SurveyPart, parts: readonly Part[], toTexts: ToTexts) {
  return survey.stages.map(({ key, name, description }, at): { key: string; position: number; content: StoredStage } => ({
    key,
    position: at + 1,
    content: {
      name: toTexts('survey', `stages.${key}.name`, name),
      description: toTexts('survey', `stages.${key}.description`, description),
      pages: composePages(stageIn(parts, key), (path, text) => toTexts(`stage:${key}`, path, text)),
    },
  }))
}

const composePages = ({ pages }: StagePart, toTexts: (path: string, text: string) => Texts): StoredStage['pages'] =>
  pages.map(({ id, title, description, questions }) => ({
    title: toTexts(`pages.${id}.title`, title),
    description: description === '' ? null : toTexts(`pages.${id}.description`, description),
    questions: questions.map((question) => {
      const { answerOptions, ...stored } = composeQuestion(question, (path, text) =>
        toTexts(`questions.${question.key}.${path}`, text),
      )
      return {
        ...stored,
        criterion: question.criterion,
        readiness: question.readiness,
        answerOptions: answerOptions.map((option) => ({ ...option, tag: question.tags[option.key] ?? null })),
      }
    }),
  }))
