import type { Profile } from '@saathi/contract/accounts/entities'
import { completeStep, startSession } from '@saathi/contract/learning/session-calls'
import type { SessionProgress, Step } from '@saathi/contract/learning/detail'
import { getMentorshipSession } from '@saathi/contract/mentorship/calls'
import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { withStanding } from '../learning/cache.ts'
import { sessionDetail, standingOf, step } from '../learning/session-detail.fake.ts'
import { answer, refuse, showApp } from '../../test/harness.tsx'
import { personWith } from './home-server.fake.ts'

export { content, quizItem, step } from '../learning/session-detail.fake.ts'

export const read = (id: number, given: Partial<Step> = {}): Step => step(id, { status: 'COMPLETED', ...given })

/** A session that the reader walks through with Meera, in mentorship 7. */
export function walkSession(given: Partial<MentorshipSession> = {}): MentorshipSession {
  return {
    ...sessionDetail({ resumeStep: 11, ...given }),
    isLearningHub: false,
    mentorship: 7,
    isOpen: true,
    partnerStatus: 'NOT_STARTED',
    partnerCompletedSteps: [],
    others: { total: 0, started: 0, completed: 0 },
    badge: null,
    ...given,
  }
}

/** A server that knows one session of a mentorship and keeps what is completed in it; who is done waits for the others. */
export function answerWalk(walk: MentorshipSession) {
  let held = walk
  const done = new Set(walk.sessionSteps.flatMap(({ id, status }) => (status === 'COMPLETED' ? [id] : [])))
  const take = (): SessionProgress => {
    const standing = standingOf(walk, [...done])
    const sessionStatus = standing.sessionStatus === 'COMPLETED' ? 'PARTIAL_COMPLETE' : standing.sessionStatus
    const told: SessionProgress = { ...standing, sessionStatus }
    held = { ...held, ...withStanding(held, told) }
    return told
  }
  const reading = answer(getMentorshipSession, ({ params }) =>
    params.id === held.id ? held : refuse('learning.session_not_found', 404),
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
    change: (given: Partial<MentorshipSession>) => {
      held = { ...held, ...given }
    },
  }
}

export const walker = (given: Partial<Profile> = {}): Profile => personWith({ curriculum: 'use' }, given)

export const showWalk = (path: string, profile = walker()) => showApp({ profile, path: `/mentorship/3/${path}` })
