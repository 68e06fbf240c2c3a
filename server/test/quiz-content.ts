import type { ContentType } from '@saathi/contract/content/items'
import type { StoredQuestion, StoredQuiz } from '#content/question-content.ts'
import type { StoredItem } from '#content/step-content.ts'
import type { Texts } from '#core/translated-texts.ts'

export const toTexts = (text: string, hindi?: string): Texts => ({ text, locales: hindi === undefined ? {} : { hi: hindi } })

type StoredOption = StoredQuestion['answerOptions'][number]
export const makeOption = (key: string, changes: Partial<StoredOption> = {}): StoredOption => ({
  key,
  label: toTexts(`Option ${key}`),
  helpText: null,
  isCorrect: false,
  ...changes,
})

/** Optional, without options, in English only. */
export const makeQuestion = (
  key: string,
  questionType: string,
  changes: Partial<Omit<StoredQuestion, 'key' | 'questionType'>> = {},
): StoredQuestion => ({
  key,
  questionType,
  mandatory: false,
  disabled: false,
  title: toTexts(`Question ${key}`),
  label: null,
  helpText: null,
  autocomplete: null,
  answerOptions: [],
  scaleQuestionnaire: null,
  ...changes,
})

export const makeQuiz = (questions: StoredQuestion[], changes: Partial<StoredQuiz> = {}): StoredQuiz => ({
  helpText: null,
  questions,
  ...changes,
})

export const makeItem = (contentType: ContentType, changes: Partial<StoredItem> = {}): StoredItem => ({
  contentType,
  text: null,
  image: null,
  url: null,
  quizKey: null,
  allowRetake: false,
  ...changes,
})

export const textItem = (text: string, hindi?: string): StoredItem => makeItem('TEXT', { text: toTexts(text, hindi) })
export const quizItem = (quizKey: string, changes: Partial<StoredItem> = {}): StoredItem =>
  makeItem('QUIZ', { quizKey, ...changes })

export const RIGHT_WHY = 'Why-this-is-right'
export const WRONG_WHY = 'Why-this-is-wrong'

/** A question with one right option and an explanation for each, which must not be readable too early. */
export const makeChoice = (key: string, changes: Partial<StoredQuestion> = {}): StoredQuestion =>
  makeQuestion(key, 'SingleChoiceRadio', {
    answerOptions: [
      makeOption('good', { isCorrect: true, helpText: toTexts(RIGHT_WHY) }),
      makeOption('bad', { helpText: toTexts(WRONG_WHY) }),
    ],
    ...changes,
  })
