import type { Ctx } from '#core/ctx.ts'
import { conflict, notFound, Refusal } from '#core/errors.ts'
import type { VersionContent, VersionStep } from '#content/face.ts'
import { findHubSession, hasQuiz, hasStep, type HubSession } from './store.ts'

/** All a door needs of the world. */
export type Asked = Pick<Ctx, 'db' | 'actor'>

/** A draft, a session for other projects and one that never was answer alike, so ids cannot be probed. */
export async function requireSession({ db, actor }: Asked, sessionId: number): Promise<HubSession> {
  const session = await findHubSession(db, actor, sessionId)
  if (!session) throw notFound('learning.session_not_found', 'There is no such session.')
  return session
}

export async function requireBegun(asked: Asked, sessionId: number): Promise<HubSession> {
  const session = await requireSession(asked, sessionId)
  if (!session.isBegun) throw conflict('learning.not_begun', 'Please start the session first.')
  return session
}

const elsewhere = (field: 'step' | 'quiz', text: string) =>
  new Refusal(422, `learning.${field}_elsewhere`, text, { errors: { [field]: [text] } })

/** Only a step of the version that this reader is on. One of another session or version is told from one that never was. */
export async function requireStep({ db }: Asked, { steps }: VersionContent, stepId: number): Promise<VersionStep> {
  const step = steps.find(({ id }) => id === stepId)
  if (step) return step
  if (await hasStep(db, stepId)) throw elsewhere('step', 'This step is not part of the session as you began it.')
  throw notFound('learning.step_not_found', 'There is no such step.')
}

export async function requireQuiz({ db }: Asked, { quizzes }: VersionContent, { content }: VersionStep, quizId: number) {
  const quiz = quizzes.find(({ id }) => id === quizId)
  const item = quiz && content.find(({ quizKey }) => quizKey === quiz.key)
  if (quiz && item) return { ...quiz, allowRetake: item.allowRetake }
  if (await hasQuiz(db, quizId)) throw elsewhere('quiz', 'This quiz is not on this step.')
  throw notFound('learning.quiz_not_found', 'There is no such quiz.')
}
