import type { DraftBlock, DraftQuestion, QuizPart, SessionPart, StepPart } from '@saathi/contract/content/drafts'
import { QuestionType } from '@saathi/contract/questions/entities'
import type { StoredItem, StoredQuestion, StoredQuiz } from '#content/public.ts'
import type { PublishedSession } from './published-store.ts'
import { type KeepTexts as Keep, keptTexts } from './kept-texts.ts'
import type { Part, Translation } from './texts.ts'

export type Opened = { parts: Part[]; translations: Translation[] }

/** Converts a published session to draft parts. Its translations count as up to date. */
export function openPublished(session: PublishedSession): Opened {
  const { keep, translationsOf } = keptTexts()
  const steps = session.steps.map(({ key, title, durationMinutes }) => ({
    key,
    title: keep('session', `steps.${key}.title`, title),
    durationMinutes,
  }))
  const about: SessionPart = {
    kind: 'session',
    title: keep('session', 'title', session.title),
    overview: keep('session', 'overview', session.overview),
    tags: session.tags,
    color: session.color,
    cover: session.cover,
    isLearningHub: session.isLearningHub,
    first: session.first,
    projects: session.projects,
    steps,
  }
  const parts: Part[] = [
    { name: 'session', body: about },
    ...session.steps.map(({ key, content }) => ({ name: `step:${key}`, body: stepPart(`step:${key}`, content, keep) })),
    ...session.quizzes.map(({ key, content }) => ({ name: `quiz:${key}`, body: quizPart(`quiz:${key}`, content, keep) })),
  ]
  return { parts, translations: translationsOf(parts) }
}

function stepPart(part: string, content: readonly StoredItem[], keep: Keep): StepPart {
  const blocks = content.map((item, at): DraftBlock => {
    const id = `b${at + 1}`
    const { image } = item
    const hashes = image && {
      text: image.picture.hash,
      locales: Object.fromEntries(Object.entries(image.locales).map(([language, picture]) => [language, picture.hash])),
    }
    return {
      id,
      contentType: item.contentType,
      text: keep(part, `blocks.${id}.text`, item.text),
      image: keep(part, `blocks.${id}.image`, hashes) || null,
      ...(item.contentType === 'IMAGE' && item.text === null && { isDecorative: true }),
      url: keep(part, `blocks.${id}.url`, item.url) || null,
      quiz: item.quizKey,
      allowRetake: item.allowRetake,
    }
  })
  return { kind: 'step', blocks }
}

function quizPart(part: string, { helpText, questions }: StoredQuiz, keep: Keep): QuizPart {
  return {
    kind: 'quiz',
    helpText: keep(part, 'helpText', helpText),
    questions: questions.map((question) => openQuestion(part, question, keep)),
  }
}

export function openQuestion(part: string, question: StoredQuestion, keep: Keep): DraftQuestion {
  const at = `questions.${question.key}`
  const { scaleQuestionnaire: scale } = question
  return {
    key: question.key,
    questionType: QuestionType.parse(question.questionType),
    mandatory: question.mandatory,
    disabled: question.disabled,
    title: keep(part, `${at}.title`, question.title),
    label: keep(part, `${at}.label`, question.label),
    helpText: keep(part, `${at}.helpText`, question.helpText),
    autocomplete: question.autocomplete,
    answerOptions: question.answerOptions.map((option) => ({
      key: option.key,
      label: keep(part, `${at}.options.${option.key}.label`, option.label),
      helpText: keep(part, `${at}.options.${option.key}.helpText`, option.helpText),
      isCorrect: option.isCorrect,
    })),
    scale: scale && {
      sorting: scale.sorting,
      options: scale.options.map(({ option, label }) => ({ option, label: keep(part, `${at}.scale.${option}.label`, label) })),
    },
  }
}
