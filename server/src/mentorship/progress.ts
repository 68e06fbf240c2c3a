import type { MentorshipProgress, StepDetail, WalkedStepStatus } from '@saathi/contract/mentorship/entities'
import type { Ctx } from '#core/ctx.ts'
import { findWeeklyQuizzes, readWalked, requireCurriculum, type Walked } from '#learning/public.ts'
import { requireMembership } from './access.ts'
import { badgeOf } from './badges.ts'
import { sightOf } from './sight.ts'
import { quizzesInWeekOf, streakWeeks } from './streaks.ts'

export async function getProgress(ctx: Ctx, id: number, session: number | undefined): Promise<MentorshipProgress> {
  const membership = await requireMembership(ctx, id)
  await requireCurriculum(ctx)
  const { me } = membership
  const { partners, fellows, isInside } = sightOf(membership)
  const walked = await readWalked(ctx.db, id, ctx.actor.language)
  const of = (personId: number) => walked.filter((walk) => walk.personId === personId)
  const seen = isInside ? partners.map(({ personId }) => personId) : []
  const unseen = isInside ? fellows.map(({ personId }) => personId) : []
  const mine = of(me.personId)
  const quizzes = await findWeeklyQuizzes(ctx.db, me.personId, me.joinedAt)
  const maps = readersSteps(walked, me.personId, [me.personId, ...seen, ...unseen], session)

  return {
    mentorship: id,
    steps: detailsOf(maps, mine),
    partnerSteps: seen.map((userId) => ({ userId, stepDetails: detailsOf(maps, of(userId)) })),
    otherSteps: unseen.length === 0 ? [] : countSteps(maps, unseen.map(of)),
    partners: seen.map((userId) => ({ userId, ...countsOf(of(userId)) })),
    ...countsOf(mine),
    totalQuiz: mine.reduce((sum, { marks }) => sum + marks.length, 0),
    // Who looks after the pair walks through none of its sessions, and is told how many there are.
    totalSessions: me.part === 'pair_manager' ? new Set(walked.map(({ sessionId }) => sessionId)).size : mine.length,
    badges: mine.flatMap((walk) => {
      const badgeType = badgeOf(walk)
      if (badgeType === null || walk.completedAt === null) return []
      const { sessionId, title: sessionTitle, localeTitle: localeSessionTitle } = walk
      return [{ badgeType, sessionId, sessionTitle, localeSessionTitle, earnedAt: walk.completedAt.toISOString() }]
    }),
    quizStreaks: streakWeeks(quizzes).map((timestamp) => ({ timestamp: timestamp.toISOString() })),
    quizzesThisWeek: quizzesInWeekOf(quizzes, ctx.now()),
  }
}

const countsOf = (walks: readonly Walked[]) => ({
  completedSessions: walks.filter(({ completedAt }) => completedAt !== null).length,
  completedQuiz: walks.reduce((sum, { marks }) => sum + marks.filter((mark) => mark !== null).length, 0),
})

type StepMap = { sessionId: number; steps: Walked['steps'] }

/**
 * The steps as the reader has them, of the sessions that somebody in question has begun: whoever is on another version is
 * shown on these, by the steps' keys.
 */
function readersSteps(walked: readonly Walked[], readerId: number, people: readonly number[], session: number | undefined) {
  const sessions = Map.groupBy(walked, ({ sessionId }) => sessionId)
  return [...sessions].flatMap(([sessionId, walks]): StepMap[] => {
    const isMeant =
      session === undefined ? walks.some((walk) => walk.isBegun && people.includes(walk.personId)) : sessionId === session
    const own = walks.find(({ personId }) => personId === readerId) ?? walks[0]
    return isMeant && own ? [{ sessionId, steps: own.steps }] : []
  })
}

function detailsOf(maps: readonly StepMap[], walks: readonly Walked[]): StepDetail[] {
  return maps.flatMap(({ sessionId, steps }) => {
    const walk = walks.find((each) => each.sessionId === sessionId)
    return walk ? steps.map(({ id, key }) => ({ sessionId, stepId: id, status: statusAt(walk, key) })) : []
  })
}

function statusAt({ doneKeys, currentKey }: Walked, key: string): WalkedStepStatus {
  if (doneKeys.has(key)) return 'COMPLETED'
  return currentKey === key ? 'ONGOING' : 'NOT_STARTED'
}

function countSteps(maps: readonly StepMap[], people: readonly (readonly Walked[])[]): MentorshipProgress['otherSteps'] {
  return maps.flatMap(({ sessionId, steps }) =>
    steps.map(({ id, key }) => {
      const statuses = people.map((walks) => {
        const walk = walks.find((each) => each.sessionId === sessionId)
        return walk ? statusAt(walk, key) : 'NOT_STARTED'
      })
      const count = (wanted: WalkedStepStatus) => statuses.filter((status) => status === wanted).length
      return { sessionId, stepId: id, started: count('ONGOING'), completed: count('COMPLETED') }
    }),
  )
}
