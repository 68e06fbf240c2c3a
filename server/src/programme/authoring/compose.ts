import { createHash } from 'node:crypto'
import type { DraftBlock, DraftQuestion, QuizPart, SessionPart, StepPart } from '@saathi/contract/content/drafts'
import type { Picture, StoredItem, StoredQuestion, StoredQuiz, Texts } from '#content/public.ts'
import type { NewVersion } from '../read/session-content.ts'
import type { Part, ToTexts } from './texts.ts'

/** The used parts of a session, without steps and quizzes that nothing refers to. */
export type SessionDraft = {
  session: SessionPart
  steps: readonly { key: string; body: StepPart }[]
  quizzes: readonly { key: string; body: QuizPart }[]
}

const NOTHING: StepPart = { kind: 'step', blocks: [] }

export function sessionOf(parts: readonly Part[]): SessionDraft {
  const bodies = new Map(parts.map(({ name, body }) => [name, body]))
  const session = bodies.get('session')
  if (session?.kind !== 'session') throw new Error('a draft of a session has no part "session"')
  const steps = session.steps.map(({ key }) => {
    const body = bodies.get(`step:${key}`)
    return { key, body: body?.kind === 'step' ? body : NOTHING }
  })
  const used = new Set(steps.flatMap(({ body }) => body.blocks.flatMap(({ quiz }) => quiz ?? [])))
  const quizzes = [...used].toSorted().flatMap((key) => {
    const body = bodies.get(`quiz:${key}`)
    return body?.kind === 'quiz' ? [{ key, body }] : []
  })
  return { session, steps, quizzes }
}

/** The draft without unused steps and quizzes, in the order in which members read it. */
export function usedParts<P extends Part>(parts: readonly P[]): P[] {
  const about = parts.find(({ name }) => name === 'survey')?.body
  if (about?.kind === 'survey') {
    const names = ['survey', ...about.stages.map(({ key }) => `stage:${key}`)]
    return names.flatMap((name) => parts.find((part) => part.name === name) ?? [])
  }
  if (!parts.some(({ name }) => name === 'session')) return [...parts]
  const { steps } = sessionOf(parts)
  const names = steps.flatMap(({ key, body }) => [
    `step:${key}`,
    ...body.blocks.flatMap(({ quiz }) => (quiz === null ? [] : [`quiz:${quiz}`])),
  ])
  return [...new Set(['session', ...names])].flatMap((name) => parts.find((part) => part.name === name) ?? [])
}

/** In the format of a loaded folder, so that the same content has the same hash. */
export function composeVersion(draft: SessionDraft, toTexts: ToTexts, pictures: ReadonlyMap<string, Picture>): NewVersion {
  const steps = draft.steps.map(({ key, body }, at) => {
    const { title = '', durationMinutes = 0 } = draft.session.steps[at] ?? {}
    return {
      key,
      position: at + 1,
      title: toTexts('session', `steps.${key}.title`, title),
      durationMinutes,
      content: body.blocks.map((block) => composeItem(`step:${key}`, block, toTexts, pictures)),
    }
  })
  const quizzes = draft.quizzes.map(({ key, body }) => ({ key, content: composeQuiz(`quiz:${key}`, body, toTexts) }))
  const hash = createHash('sha256').update(JSON.stringify({ steps, quizzes })).digest('hex')
  return { steps, quizzes, durationMinutes: steps.reduce((sum, step) => sum + step.durationMinutes, 0), hash }
}

/** A decorative picture has no description, even if one was written before. */
export const wordsOf = ({ isDecorative, text }: DraftBlock): string => (isDecorative ? '' : text)

function composeItem(part: string, block: DraftBlock, toTexts: ToTexts, pictures: ReadonlyMap<string, Picture>): StoredItem {
  const { id, contentType, image, url, quiz, allowRetake } = block
  const text = wordsOf(block)
  const pictureOf = (hash: string): Picture => pictures.get(hash) ?? { hash, width: null, height: null }
  const inOthers = image === null ? {} : toTexts(part, `blocks.${id}.image`, image).locales
  return {
    contentType,
    text: text === '' ? null : toTexts(part, `blocks.${id}.text`, text),
    image:
      image === null
        ? null
        : {
            picture: pictureOf(image),
            locales: Object.fromEntries(Object.entries(inOthers).map(([language, hash]) => [language, pictureOf(hash)])),
          },
    url: url === null ? null : toTexts(part, `blocks.${id}.url`, url),
    quizKey: quiz,
    allowRetake,
  }
}

function composeQuiz(part: string, { helpText, questions }: QuizPart, toTexts: ToTexts): StoredQuiz {
  return {
    helpText: helpText === '' ? null : toTexts(part, 'helpText', helpText),
    questions: questions.map((question) =>
      composeQuestion(question, (path, text) => toTexts(part, `questions.${question.key}.${path}`, text)),
    ),
  }
}

export function composeQuestion(question: DraftQuestion, toTexts: (path: string, text: string) => Texts): StoredQuestion {
  const maybe = (path: string, text: string) => (text === '' ? null : toTexts(path, text))
  const { key, questionType, mandatory, disabled, scale } = question
  return {
    key,
    questionType,
    mandatory,
    disabled,
    title: toTexts('title', question.title),
    label: maybe('label', question.label),
    helpText: maybe('helpText', question.helpText),
    autocomplete: question.autocomplete,
    answerOptions: question.answerOptions.map((option) => ({
      key: option.key,
      label: toTexts(`options.${option.key}.label`, option.label),
      helpText: maybe(`options.${option.key}.helpText`, option.helpText),
      isCorrect: option.isCorrect,
    })),
    scaleQuestionnaire: scale && {
      sorting: scale.sorting,
      options: scale.options.map(({ option, label }) => ({ option, label: toTexts(`scale.${option}.label`, label) })),
    },
  }
}

/** The pictures used in these parts. */
export function picturesOf(parts: readonly Part[]): string[] {
  if (parts.some(({ name }) => name === 'session')) return picturesIn(sessionOf(parts))
  return parts.flatMap(({ body }) => {
    if (body.kind === 'post') return body.thumbnail ?? []
    if (body.kind === 'survey') return [body.icon ?? [], body.background ?? []].flat()
    return body.kind === 'card' ? body.cards.flatMap(({ image }) => image ?? []) : []
  })
}

/** Pictures of all languages. */
export const picturesIn = (draft: SessionDraft): string[] =>
  [draft.session.cover, ...draft.steps.flatMap(({ body }) => body.blocks.map(({ image }) => image))].flatMap((hash) => hash ?? [])
