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
import { withStanding } from './cache.ts'
import type { SessionContext } from './journey.ts'
import type { QuizAddress } from './quiz-address.ts'
import { withAnswered } from './quiz-answered.ts'
import { forgetDraft } from './quiz-draft.ts'
import { isRefusedWith, walkedIn } from './session-queries.ts'
import { walkLineOf, walkReasonOf } from './walk-line.ts'
import { changeWalked } from './walks.ts'

type Walked = Pick<SessionContext, 'mentorship'>

export const quizKey = ({ session, step, quiz }: QuizAddress, { mentorship }: Walked) =>
  ['learning', 'quiz', session, step, quiz, mentorship ?? null] as const

export async function saveBegun(walked: Walked, address: QuizAddress, given: Submission, options: SendOptions) {
  const { answers, files } = given
  const data = { ...address, answerJson: answers, mentorship: walked.mentorship ?? ('' as const) }
  const save = () =>
    send(saveAnswers, { form: { fields: { data }, files: {}, keyed: { texts: partsOf(answers), files } } }, options)
  try {
    return await save()
  } catch (error) {
    // Whoever came by a link has pressed no Start; answering is beginning.
    if (!isRefusedWith(error, 'learning.not_begun')) throw error
    await send(startSession, { body: { session: address.session, ...walkedIn(walked) } }, { signal: options.signal })
    return save()
  }
}

const isWithFiles = ({ files }: Pick<Submission, 'files'>): boolean => Object.keys(files).length > 0
/** Nobody looks on, but a file on its way may take longer than a server may be silent. */
const unseen = () => {}

/** The answers to a quiz, with their files. */
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
  lineOf: walkLineOf,
  aboutOf: ({ step, quiz }) => `quiz ${step} ${quiz}`,
  send: ({ session, step, quiz, mentorship, answers, files }, idempotencyKey) =>
    saveBegun(
      { mentorship },
      { session, step, quiz },
      { answers, files },
      { idempotencyKey, ...(isWithFiles({ files }) && { onProgress: unseen }) },
    ),
  isLarge: isWithFiles,
  settle: ({ mentorship, ...address }, { state, standing }) => {
    forgetDraft(address, mentorship)
    queryClient.setQueryData(quizKey(address, { mentorship }), state)
    changeWalked({ session: address.session, mentorship }, (held) => withAnswered(withStanding(held, standing), address))
    if (standing.finish) void celebrate({ session: address.session, mentorship, finish: standing.finish })
  },
  giveUp: ({ mentorship, ...address }, code) => {
    // Other refusals may be mended where they were answered; where the only try is spent, nothing can be.
    if (code === undefined || code === 'learning.retake_not_allowed') forgetDraft(address, mentorship)
  },
  reasonOf: walkReasonOf,
})

/** A secret has no place in a browser's storage: answers with one among them are sent at once or not at all. */
export const mayWait = (questions: readonly Question[], { answers }: Submission): boolean =>
  !questions.some((question) => typeOf(question) === 'Password' && Object.hasOwn(answers, question.key))
