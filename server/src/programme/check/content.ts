import type { ContentType } from '@saathi/contract/content/items'
import { dirname } from 'node:path/posix'
import { mediaKind } from '../format/programme.ts'
import { checkOptionalTexts, checkUnique, languagesOf } from './names.ts'
import { checkQuestion, checkSendable } from './question.ts'
import type { Problem } from '../problems.ts'
import type { Document } from '../problems.ts'
import type { SessionSource } from '../programme.ts'
import type { QuizFile } from '../format/questionnaire.ts'
import type { StepText } from '../read/session.ts'

/** The parts of the programme that checks of sessions need. */
export type SessionsOf = {
  about: {
    value: {
      baseLanguage: string
      languages: readonly string[]
      moreLanguages: readonly string[]
      tags: Readonly<Record<string, unknown>>
      projects: readonly { key: string }[]
    }
  }
  sessions: readonly SessionSource[]
  media: readonly { name: string }[]
}

/** Steps and quizzes of every session: each file exists in each language, has the same structure, and refers to existing files. */
export function checkContent(programme: SessionsOf): Problem[] {
  return programme.sessions.flatMap((session) => [
    ...checkSteps(session, programme),
    ...[...session.quizzes.values()].flatMap((quiz) => checkQuiz(quiz, languagesOf(programme.about.value, session.value.title))),
    ...checkUse(session),
  ])
}

function checkSteps(session: SessionSource, { about, media }: SessionsOf): Problem[] {
  const { baseLanguage } = about.value
  const languages = languagesOf(about.value, session.value.title)
  const folder = `${dirname(session.file)}/steps`
  const keys = session.value.steps.map(({ key }) => key)
  const unexpected = [...session.stepTexts].flatMap(([key, texts]) =>
    keys.includes(key) ? [] : [...texts.values()].map(({ file }) => ({ file, text: `"${key}" is not a step of session.json` })),
  )
  const own = keys.flatMap((key) => {
    const texts = session.stepTexts.get(key)
    const base = texts?.get('')
    if (!base) return [{ file: `${folder}/${key}.md`, text: 'is missing' }]
    const others = languages.filter((code) => code !== baseLanguage)
    const unexpectedLanguages = [...(texts?.entries() ?? [])].flatMap(([code, { file }]) =>
      code === '' || others.includes(code) ? [] : [{ file, text: `"${code}" is not among the programme's other languages` }],
    )
    const compared = others.flatMap((code) => {
      const other = texts?.get(code)
      return other ? checkSameShape(base, other) : [{ file: `${folder}/${key}.${code}.md`, text: 'is missing' }]
    })
    const references = [...(texts?.values() ?? [])].flatMap((text) => checkNames(text, session, media))
    return [...unexpectedLanguages, ...compared, ...references]
  })
  return [...unexpected, ...own]
}

/** Translations must have the same items in the same order. */
function checkSameShape(base: StepText, other: StepText): Problem[] {
  const shapeOf = ({ items }: StepText) =>
    items.map(({ contentType, quiz, allowRetake }) => [contentType, quiz ?? '', allowRetake ? '' : 'no-retake'].join(' ').trim())
  const [expected, found] = [shapeOf(base), shapeOf(other)]
  const at = expected.findIndex((shape, index) => shape !== found[index])
  const place = at === -1 ? (expected.length === found.length ? undefined : expected.length) : at
  if (place === undefined) return []
  const line = other.items[place]?.line
  return [
    {
      file: other.file,
      ...(line !== undefined && { line }),
      text: `item ${place + 1} must be ${expected[place] ?? 'left out'}, as in ${base.file.split('/').at(-1)}`,
    },
  ]
}

const shownKinds: Readonly<Partial<Record<ContentType, 'image' | 'audio' | 'video'>>> = {
  IMAGE: 'image',
  AUDIO: 'audio',
  VIDEO: 'video',
}

function checkNames({ file, items }: StepText, { quizzes }: SessionSource, media: SessionsOf['media']): Problem[] {
  return items.flatMap(({ contentType, image, quiz, line }) => [
    ...(image !== null && !media.some(({ name }) => name === image)
      ? [{ file, line, text: `"${image}" is not a file in media/` }]
      : []),
    ...(image !== null && mediaKind(image) !== shownKinds[contentType]
      ? [{ file, line, text: `"${image}" cannot be shown in a block of this kind` }]
      : []),
    ...(quiz !== null && !quizzes.has(quiz) ? [{ file, line, text: `"${quiz}" is not a file in quizzes/` }] : []),
  ])
}

function checkQuiz(quiz: Document<QuizFile>, languages: readonly string[]): Problem[] {
  const { helpText, questions } = quiz.value
  return [
    ...checkOptionalTexts(quiz, ['helpText'], helpText, languages),
    ...checkUnique(
      quiz,
      questions.map(({ key }, at) => [['questions', at, 'key'], key]),
    ),
    ...questions.flatMap((question, at) => checkQuestion(quiz, ['questions', at], question, languages)),
    ...checkMarked(quiz, questions),
    ...checkSendable(quiz, ['questions'], questions),
  ]
}

/** A question about oneself has no right option; a quiz in which no choice has one is a mistake. */
function checkMarked(quiz: Document<QuizFile>, questions: QuizFile['questions']): Problem[] {
  const at = questions.findIndex(({ answerOptions }) => answerOptions !== undefined)
  const isMarked = questions.some(({ answerOptions }) => answerOptions?.some(({ isCorrect }) => isCorrect))
  return at === -1 || isMarked ? [] : [quiz.problemAt(['questions', at, 'answerOptions'], 'no question has a right option')]
}

/** An unused quiz is usually a misspelt name. */
function checkUse({ quizzes, stepTexts }: SessionSource): Problem[] {
  const used = [...stepTexts.values()].flatMap((texts) => (texts.get('')?.items ?? []).flatMap(({ quiz }) => quiz ?? []))
  return [...quizzes].flatMap(([name, { file }]) => (used.includes(name) ? [] : [{ file, text: 'is not used by any step' }]))
}

/** The pictures and recordings that steps show. */
export const picturesOf = ({ stepTexts }: SessionSource): string[] =>
  [...stepTexts.values()].flatMap((texts) =>
    [...texts.values()].flatMap(({ items }) => items.flatMap(({ image }) => image ?? [])),
  )
