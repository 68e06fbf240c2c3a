import { Id } from '@saathi/contract/core/fields'
import { saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { startSession } from '@saathi/contract/learning/session-calls'
import { type Question, typeOf } from '@saathi/contract/questions/entities'
import * as z from 'zod/mini'
import { send, type SendOptions } from '#core/api.ts'
import { celebrate } from '#core/moments.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { queryClient } from '#core/query-client.ts'
import { partsOf, type Submission } from '#questions/public.ts'
import { withProgress } from '../cache.ts'
import type { SessionContext } from '../session/area.ts'
import { type QuizAddress, withAnswered } from './address.ts'
import { forgetDraft } from './draft.ts'
import { isRefusedWith, mentorshipFields } from '../session/queries.ts'
import { sessionLineOf, refusalTextOf } from '../session/outbox.ts'
import { patchSession } from '../session/patch-session.ts'

type ProgressScope = Pick<SessionContext, 'mentorship'>

export const quizKey = ({ session, step, quiz }: QuizAddress, { mentorship }: ProgressScope) =>
  ['learning', 'quiz', session, step, quiz, mentorship ?? null] as const

export async function startAndSaveAnswers(
  scope: ProgressScope,
  address: QuizAddress,
  submission: Submission,
  options: SendOptions,
) {
  const { answers, files } = submission
  const data = { ...address, answerJson: answers, mentorship: scope.mentorship ?? ('' as const) }
  const save = () =>
    send(saveAnswers, { form: { fields: { data }, files: {}, keyed: { texts: partsOf(answers), files } } }, options)
  try {
    return await save()
  } catch (error) {
    // People who opened a link have not pressed Start; answering starts the session.
    if (!isRefusedWith(error, 'learning.not_begun')) throw error
    await send(startSession, { body: { session: address.session, ...mentorshipFields(scope) } }, { signal: options.signal })
    return save()
  }
}

const hasFiles = ({ files }: Pick<Submission, 'files'>): boolean => Object.keys(files).length > 0
/** No progress is shown, but the callback disables the response timeout, which a slow upload could exceed. */
const ignoreProgress = () => {}

/** Quiz answers, with their files. */
export const quizKind = defineKind({
  name: 'learning.quiz',
  input: z.object({
    session: Id,
    step: Id,
    quiz: Id,
    mentorship: z.optional(Id),
    answers: z.record(z.string(), z.unknown()),
    files: z.record(z.string(), z.instanceof(File)),
  }),
  lineOf: sessionLineOf,
  aboutOf: ({ step, quiz }) => `quiz ${step} ${quiz}`,
  send: ({ session, step, quiz, mentorship, answers, files }, idempotencyKey) =>
    startAndSaveAnswers(
      { mentorship },
      { session, step, quiz },
      { answers, files },
      { idempotencyKey, ...(hasFiles({ files }) && { onProgress: ignoreProgress }) },
    ),
  isLarge: hasFiles,
  settle: ({ mentorship, ...address }, { state, standing: progress }) => {
    forgetDraft(address, mentorship)
    queryClient.setQueryData(quizKey(address, { mentorship }), state)
    patchSession({ session: address.session, mentorship }, (cached) => withAnswered(withProgress(cached, progress), address))
    if (progress.finish) void celebrate({ session: address.session, mentorship, finish: progress.finish })
  },
  giveUp: ({ mentorship, ...address }, code) => {
    // After other refusals the answers can be corrected; after this one nothing can be done.
    if (code === undefined || code === 'learning.retake_not_allowed') forgetDraft(address, mentorship)
  },
  reasonOf: refusalTextOf,
})

/** Passwords must not be written to browser storage: answers that contain one are sent immediately or not at all. */
export const canWait = (questions: readonly Question[], { answers }: Submission): boolean =>
  !questions.some((question) => typeOf(question) === 'Password' && Object.hasOwn(answers, question.key))
