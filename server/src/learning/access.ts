import { findExperiences } from '#accounts/public.ts'
import type { VersionContent, VersionStep } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, forbidden, notFound, Refusal } from '#core/errors.ts'
import { findSession, hasQuiz, hasStep, type ReadSession } from './store.ts'
import { findWalk, isMember, lockOpenWalk } from './walk-store.ts'

/** All a door needs of the world. */
export type Asked = Pick<Ctx, 'db' | 'actor'>
/** `mentorship` is needed by people who have several. A hub session belongs to none, so any of one's own is accepted there. */
export type Named = { session: number; mentorship?: number | undefined }

const noSuchSession = () => notFound('learning.session_not_found', 'There is no such session.')

/**
 * To read it. A draft, a session for other projects, one of somebody else's mentorship and one that never was answer alike,
 * so ids cannot be probed.
 */
export async function requireSession(asked: Asked, named: Named): Promise<ReadSession> {
  const { session, refusal } = await findDoor(asked, named)
  // What was begun stays readable, however the mentorship ended.
  if (refusal && !session.isBegun) throw refusal
  return session
}

/** What is walked together is read where it belongs, and here like what is not there. */
export async function requireHubSession({ db, actor }: Asked, sessionId: number): Promise<ReadSession> {
  const session = await findSession(db, actor, sessionId)
  if (!session) throw noSuchSession()
  return session
}

/** To write to it: a mentorship's session only while the mentorship goes on and is open to this person. */
export async function requireOpenSession(asked: Asked, named: Named): Promise<ReadSession> {
  const { session, refusal } = await findDoor(asked, named)
  if (refusal) throw refusal
  return session
}

export async function requireBegun(asked: Asked, named: Named): Promise<ReadSession> {
  const session = await requireOpenSession(asked, named)
  if (!session.isBegun) throw conflict('learning.not_begun', 'Please start the session first.')
  return session
}

/**
 * In the transaction that writes, last of all doors: whoever ends the mentorship at the same moment waits until this is
 * written, or has ended it already.
 */
export async function requireStillOpen({ db, actor }: Asked, { card, mentorshipId }: ReadSession): Promise<void> {
  if (mentorshipId === null) return
  const isOpen = await lockOpenWalk(db, { personId: actor.personId, mentorshipId, sessionId: card.id })
  if (!isOpen) throw walkClosed()
}

async function findDoor({ db, actor }: Asked, { session: sessionId, mentorship }: Named) {
  const ofHub = await findSession(db, actor, sessionId)
  if (ofHub) {
    if (mentorship !== undefined && !(await isMember(db, actor.personId, mentorship))) throw noSuchSession()
    return { session: ofHub, refusal: null }
  }
  const walk = await findWalk(db, actor.personId, sessionId, mentorship)
  const session = walk && (await findSession(db, { ...actor, mentorshipId: walk.mentorshipId }, sessionId))
  if (!session) throw noSuchSession()
  if (!walk.isOpen) return { session, refusal: walkClosed() }
  return { session, refusal: (await hasCurriculum({ db, actor })) ? null : curriculumLocked() }
}

const walkClosed = () =>
  forbidden(
    'learning.walk_closed',
    'This mentorship has ended. You can still read what you have begun, and nothing more is added.',
  )

const curriculumLocked = () => forbidden('learning.curriculum_locked', 'The mentorship area is not open to you at the moment.')

/** Whether the mentorship area is open to this person, whoever walks with them. */
export async function hasCurriculum({ db, actor }: Asked): Promise<boolean> {
  return (await findExperiences(db, actor.personId)).curriculum === 'use'
}

/** To read anything of a mentorship beyond what one has begun oneself. */
export async function requireCurriculum(asked: Asked): Promise<void> {
  if (!(await hasCurriculum(asked))) throw curriculumLocked()
}

const elsewhere = (field: 'step' | 'quiz', text: string) =>
  new Refusal(422, `learning.${field}_elsewhere`, text, { errors: { [field]: [text] } })

type Reading = { session: ReadSession; content: VersionContent }

/**
 * Accepts only a step of the version this reader is on. A step of another version of the session has its own refusal. A step of
 * another session is refused like an absent one, so that nobody can probe which steps exist.
 */
export async function requireStep({ db }: Asked, { session, content }: Reading, stepId: number): Promise<VersionStep> {
  const step = content.steps.find(({ id }) => id === stepId)
  if (step) return step
  if (await hasStep(db, session.card.id, stepId)) {
    throw elsewhere('step', 'This step is not part of the session as you began it.')
  }
  throw notFound('learning.step_not_found', 'There is no such step.')
}

export async function requireQuiz({ db }: Asked, { session, content }: Reading, step: VersionStep, quizId: number) {
  const quiz = content.quizzes.find(({ id }) => id === quizId)
  const item = quiz && step.content.find(({ quizKey }) => quizKey === quiz.key)
  if (quiz && item) return { ...quiz, allowRetake: item.allowRetake }
  if (await hasQuiz(db, session.card.id, quizId)) throw elsewhere('quiz', 'This quiz is not on this step.')
  throw notFound('learning.quiz_not_found', 'There is no such quiz.')
}
