import { dirname } from 'node:path/posix'
import { checkMaybe, repeated } from './check-names.ts'
import { checkQuestion, checkSendable } from './check-question.ts'
import type { Problem } from './problems.ts'
import type { Document, Programme, SessionSource } from './programme.ts'
import type { QuizFile } from './quiz-format.ts'
import type { StepText } from './session-reader.ts'

/** Steps and quizzes of every session: each file is there in each language, says the same things, and names what exists. */
export function checkContent(programme: Programme): Problem[] {
  return programme.sessions.flatMap((session) => [
    ...checkSteps(session, programme),
    ...[...session.quizzes.values()].flatMap((quiz) => checkQuiz(quiz, programme.about.value.languages)),
    ...checkUse(session),
  ])
}

function checkSteps(session: SessionSource, { about, media }: Programme): Problem[] {
  const { baseLanguage, languages } = about.value
  const folder = `${dirname(session.file)}/steps`
  const keys = session.value.steps.map(({ key }) => key)
  const strangers = [...session.stepTexts].flatMap(([key, texts]) =>
    keys.includes(key) ? [] : [...texts.values()].map(({ file }) => ({ file, text: `"${key}" is not a step of session.json` })),
  )
  const own = keys.flatMap((key) => {
    const texts = session.stepTexts.get(key)
    const base = texts?.get('')
    if (!base) return [{ file: `${folder}/${key}.md`, text: 'is missing' }]
    const others = languages.filter((code) => code !== baseLanguage)
    const strange = [...(texts?.entries() ?? [])].flatMap(([code, { file }]) =>
      code === '' || others.includes(code) ? [] : [{ file, text: `"${code}" is not among the programme's other languages` }],
    )
    const compared = others.flatMap((code) => {
      const other = texts?.get(code)
      return other ? checkSameShape(base, other) : [{ file: `${folder}/${key}.${code}.md`, text: 'is missing' }]
    })
    const named = [...(texts?.values() ?? [])].flatMap((text) => checkNames(text, session, media))
    return [...strange, ...compared, ...named]
  })
  return [...strangers, ...own]
}

/** Whoever reads another language must find the same things in the same order. */
function checkSameShape(base: StepText, other: StepText): Problem[] {
  const shapeOf = ({ items }: StepText) =>
    items.map(({ contentType, quiz, allowRetake }) => [contentType, quiz ?? '', allowRetake ? '' : 'no-retake'].join(' ').trim())
  const [wanted, found] = [shapeOf(base), shapeOf(other)]
  const at = wanted.findIndex((shape, index) => shape !== found[index])
  const place = at === -1 ? (wanted.length === found.length ? undefined : wanted.length) : at
  if (place === undefined) return []
  const line = other.items[place]?.line
  return [
    {
      file: other.file,
      ...(line !== undefined && { line }),
      text: `item ${place + 1} must be ${wanted[place] ?? 'left out'}, as in ${base.file.split('/').at(-1)}`,
    },
  ]
}

function checkNames({ file, items }: StepText, { quizzes }: SessionSource, media: Programme['media']): Problem[] {
  return items.flatMap(({ image, quiz, line }) => [
    ...(image !== null && !media.some(({ name }) => name === image)
      ? [{ file, line, text: `"${image}" is not a file in media/` }]
      : []),
    ...(quiz !== null && !quizzes.has(quiz) ? [{ file, line, text: `"${quiz}" is not a file in quizzes/` }] : []),
  ])
}

function checkQuiz(quiz: Document<QuizFile>, languages: readonly string[]): Problem[] {
  const { helpText, questions } = quiz.value
  return [
    ...checkMaybe(quiz, ['helpText'], helpText, languages),
    ...repeated(
      quiz,
      questions.map(({ key }, at) => [['questions', at, 'key'], key]),
    ),
    ...questions.flatMap((question, at) => checkQuestion(quiz, ['questions', at], question, languages)),
    ...checkSendable(quiz, ['questions'], questions),
  ]
}

/** A quiz that no step shows is most often one whose name is misspelt. */
function checkUse({ quizzes, stepTexts }: SessionSource): Problem[] {
  const used = [...stepTexts.values()].flatMap((texts) => (texts.get('')?.items ?? []).flatMap(({ quiz }) => quiz ?? []))
  return [...quizzes].flatMap(([name, { file }]) => (used.includes(name) ? [] : [{ file, text: 'is not used by any step' }]))
}

/** The pictures that steps show. */
export const picturesOf = ({ stepTexts }: SessionSource): string[] =>
  [...stepTexts.values()].flatMap((texts) =>
    [...texts.values()].flatMap(({ items }) => items.flatMap(({ image }) => image ?? [])),
  )
