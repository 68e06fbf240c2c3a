import type { Experiences } from '@saathi/contract/accounts/entities'
import { findExperiences } from '#accounts/public.ts'
import type { VersionContent, VersionStep } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, forbidden, notFound, phraseFor, Refusal } from '#core/errors.ts'
import { findSession, hasQuiz, hasStep, type ReaderSession } from './store.ts'
import { findMentorshipSession, isMember, lockOpenMentorshipSession } from './mentorship/session-store.ts'

/** The part of the request context that access checks need. */
export type ViewerCtx = Pick<Ctx, 'db' | 'actor'>
/**
 * `mentorship` is required only from people who have several. Hub sessions belong to none, so any of the viewer's own is
 * accepted.
 */
export type SessionRef = { session: number; mentorship?: number | undefined }

const noSuchSession = () => notFound('learning.session_not_found')

/**
 * Read access. Drafts, other projects' sessions, other people's mentorship sessions and unknown ids get the same error, so ids
 * cannot be probed.
 */
export async function requireSession(ctx: ViewerCtx, ref: SessionRef): Promise<ReaderSession> {
  const { session, refusal } = await findSessionAccess(ctx, ref)
  // Started sessions stay readable after the mentorship has ended.
  if (refusal && !session.isStarted) throw refusal
  return session
}

/** Mentorship sessions are read through the mentorship calls; here they are reported as not found. */
export async function requireHubSession({ db, actor }: ViewerCtx, sessionId: number): Promise<ReaderSession> {
  const session = await findSession(db, actor, sessionId)
  if (!session) throw noSuchSession()
  return session
}

/** Write access. A mentorship session requires an ongoing mentorship and an open curriculum. */
export async function requireOpenSession(ctx: ViewerCtx, ref: SessionRef): Promise<ReaderSession> {
  const { session, refusal } = await findSessionAccess(ctx, ref)
  if (refusal) throw refusal
  return session
}

export async function requireStarted(ctx: ViewerCtx, ref: SessionRef): Promise<ReaderSession> {
  const session = await requireOpenSession(ctx, ref)
  if (!session.isStarted) throw conflict('learning.not_begun')
  return session
}

/**
 * Call inside the writing transaction, after all other checks: a concurrent end of the mentorship waits for this write, or has
 * already happened and is refused here.
 */
export async function requireStillOpen({ db, actor }: ViewerCtx, { card, mentorshipId }: ReaderSession): Promise<void> {
  if (mentorshipId === null) return
  const isOpen = await lockOpenMentorshipSession(db, { personId: actor.personId, mentorshipId, sessionId: card.id })
  if (!isOpen) throw mentorshipEnded()
}

async function findSessionAccess({ db, actor }: ViewerCtx, { session: sessionId, mentorship }: SessionRef) {
  const hubSession = await findSession(db, actor, sessionId)
  if (hubSession) {
    if (mentorship !== undefined && !(await isMember(db, actor.personId, mentorship))) throw noSuchSession()
    return { session: hubSession, refusal: null }
  }
  const mentorshipSession = await findMentorshipSession(db, actor.personId, sessionId, mentorship)
  const session =
    mentorshipSession && (await findSession(db, { ...actor, mentorshipId: mentorshipSession.mentorshipId }, sessionId))
  if (!session) throw noSuchSession()
  if (!mentorshipSession.isOpen) return { session, refusal: mentorshipEnded() }
  return { session, refusal: (await hasCurriculum({ db, actor })) ? null : curriculumLocked() }
}

const mentorshipEnded = () => forbidden('learning.walk_closed')

const curriculumLocked = () => forbidden('learning.curriculum_locked')

/** Whether this person's mentorship area is open, regardless of their partners. */
export async function hasCurriculum({ db, actor }: ViewerCtx): Promise<boolean> {
  return (await findExperiences(db, actor.personId)).curriculum === 'use'
}

/** Required for everything in a mentorship except sessions the viewer has started. */
export async function requireCurriculum({ db, actor }: ViewerCtx): Promise<void> {
  requireCurriculumFlag(await findExperiences(db, actor.personId))
}

/** For a statement that has read the person's flags with something else. */
export function requireCurriculumFlag({ curriculum }: Pick<Experiences, 'curriculum'>): void {
  if (curriculum !== 'use') throw curriculumLocked()
}

const elsewhere = (field: 'step' | 'quiz') =>
  new Refusal(422, `learning.${field}_elsewhere`, { errors: { [field]: [phraseFor(`learning.${field}_elsewhere`)] } })

type SessionVersion = { session: ReaderSession; content: VersionContent }

/**
 * Accepts only steps of the version this reader is on. Steps of other versions of the session get their own error. Steps of other
 * sessions are reported as not found, so ids cannot be probed.
 */
export async function requireStep({ db }: ViewerCtx, { session, content }: SessionVersion, stepId: number): Promise<VersionStep> {
  const step = content.steps.find(({ id }) => id === stepId)
  if (step) return step
  if (await hasStep(db, session.card.id, stepId)) {
    throw elsewhere('step')
  }
  throw notFound('learning.step_not_found')
}

export async function requireQuiz({ db }: ViewerCtx, { session, content }: SessionVersion, step: VersionStep, quizId: number) {
  const quiz = content.quizzes.find(({ id }) => id === quizId)
  const item = quiz && step.content.find(({ quizKey }) => quizKey === quiz.key)
  if (quiz && item) return { ...quiz, allowRetake: item.allowRetake }
  if (await hasQuiz(db, session.card.id, quizId)) throw elsewhere('quiz')
  throw notFound('learning.quiz_not_found')
}
