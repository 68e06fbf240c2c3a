import type { Profile } from '@saathi/contract/accounts/entities'
import { completeStep, startSession } from '@saathi/contract/learning/session-calls'
import type { SessionProgress, Step } from '@saathi/contract/learning/detail'
import { getMentorshipSession } from '@saathi/contract/mentorship/calls'
import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { withProgress } from '../../learning/cache.ts'
import { sessionDetail, standingOf, step } from '../../learning/session/detail.fake.ts'
import { answer, refuse, showApp } from '../../../test/harness.tsx'
import { personWith } from '../home/server.fake.ts'

export { quizItem, step } from '../../learning/session/detail.fake.ts'

export const read = (id: number, changes: Partial<Step> = {}): Step => step(id, { status: 'COMPLETED', ...changes })

/** A session of the reader and Meera, in mentorship 7. */
export function mentorshipSession(changes: Partial<MentorshipSession> = {}): MentorshipSession {
  return {
    ...sessionDetail({ resumeStep: 11, ...changes }),
    isLearningHub: false,
    mentorship: 7,
    isOpen: true,
    partnerStatus: 'NOT_STARTED',
    partnerCompletedSteps: [],
    others: { total: 0, started: 0, completed: 0 },
    badge: null,
    ...changes,
  }
}

/** A fake server with one mentorship session that records completed steps; a finished one stays PARTIAL_COMPLETE. */
export function answerSession(session: MentorshipSession) {
  let current = session
  const done = new Set(session.sessionSteps.flatMap(({ id, status }) => (status === 'COMPLETED' ? [id] : [])))
  const take = (): SessionProgress => {
    const progress = standingOf(session, [...done])
    const sessionStatus = progress.sessionStatus === 'COMPLETED' ? 'PARTIAL_COMPLETE' : progress.sessionStatus
    const reply: SessionProgress = { ...progress, sessionStatus }
    current = { ...current, ...withProgress(current, reply) }
    return reply
  }
  const reading = answer(getMentorshipSession, ({ params }) =>
    params.id === current.id ? current : refuse('learning.session_not_found', 404),
  )
  const starting = answer(startSession, take)
  const completing = answer(completeStep, ({ body }) => {
    done.add(body.step)
    return take()
  })
  return {
    reads: reading.inputs,
    started: starting.inputs,
    completed: () => completing.inputs.map(({ body }) => body),
    change: (changes: Partial<MentorshipSession>) => {
      current = { ...current, ...changes }
    },
  }
}

export const activeProfile = (changes: Partial<Profile> = {}): Profile => personWith({ curriculum: 'use' }, changes)

export const showSession = (path: string, profile = activeProfile()) => showApp({ profile, path: `/mentorship/3/${path}` })
