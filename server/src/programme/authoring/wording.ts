import type { DraftQuestion, QuizPart, StepPart } from '@saathi/contract/content/drafts'
import type { Db } from '#core/ctx.ts'
import type { NewVersion } from '../read/session-content.ts'
import type { SessionDraft } from './compose.ts'
import { sessionOf } from './compose.ts'
import { openPublished } from './from-published.ts'
import * as store from './publish-store.ts'
import { findVersion, type PublishedSession } from './published-store.ts'

/** Compares everything except texts: correcting texts must not change the meaning of an answer or a completed step. */
export const isSameShape = (before: SessionDraft, after: SessionDraft): boolean => shapeOf(before) === shapeOf(after)

function shapeOf({ session, steps, quizzes }: SessionDraft): string {
  const { title: _title, overview: _overview, ...about } = session
  return JSON.stringify({
    about: { ...about, steps: about.steps.map(({ key, durationMinutes }) => [key, durationMinutes]) },
    steps: steps.map(({ key, body }) => [key, stepShape(body)]),
    quizzes: quizzes.map(({ key, body }) => [key, quizShape(body)]),
  })
}

const stepShape = ({ blocks }: StepPart): string =>
  JSON.stringify(
    blocks.map((block) => [
      block.contentType,
      block.image,
      block.url,
      block.quiz,
      block.allowRetake,
      block.isDecorative ?? false,
    ]),
  )

const quizShape = ({ questions }: QuizPart): string => JSON.stringify(questions.map(questionShape))

const questionShape = ({ key, questionType, mandatory, disabled, autocomplete, answerOptions, scale }: DraftQuestion) => [
  key,
  questionType,
  mandatory,
  disabled,
  autocomplete,
  answerOptions.map((option) => [option.key, option.isCorrect]),
  scale && [scale.sorting, scale.options.map(({ option }) => option)],
]

/** Also corrects older versions whose steps and quizzes have the same structure, so that everybody sees it. */
export async function fixWording(db: Db, published: PublishedSession, draft: SessionDraft, version: NewVersion): Promise<void> {
  for (const versionId of await store.findVersionIds(db, published.id)) {
    const stored = sessionOf(openPublished({ ...published, ...(await findVersion(db, versionId)) }).parts)
    for (const { key, body } of stored.steps) {
      const fixed = draft.steps.find((step) => step.key === key)
      const row = version.steps.find((step) => step.key === key)
      if (fixed && row && stepShape(fixed.body) === stepShape(body)) await store.updateStep(db, versionId, row)
    }
    for (const { key, body } of stored.quizzes) {
      const fixed = draft.quizzes.find((quiz) => quiz.key === key)
      const row = version.quizzes.find((quiz) => quiz.key === key)
      if (fixed && row && quizShape(fixed.body) === quizShape(body)) await store.updateQuiz(db, versionId, row)
    }
  }
  await store.updateHash(db, published.versionId, version.hash)
}
