import { indiaDay } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'
import type { MentorshipProgress, StepDetail, OwnStepStatus } from '@saathi/contract/mentorship/entities'
import { QUIZZES_PER_WEEK } from '@saathi/contract/mentorship/progress'
import type { Ctx } from '#core/ctx.ts'
import { findWeeklyQuizzes, readMemberProgress, requireCurriculum, type MemberProgress } from '#learning/public.ts'
import { requireMembership, visibilityOf } from './access.ts'
import { badgeOf } from './badges.ts'

export async function getProgress(ctx: Ctx, id: number, session: number | undefined): Promise<MentorshipProgress> {
  const membership = await requireMembership(ctx, id)
  await requireCurriculum(ctx)
  const { me } = membership
  const { partners, fellows, isInside } = visibilityOf(membership)
  const progress = await readMemberProgress(ctx.db, id, ctx.actor.language)
  const of = (personId: number) => progress.filter((entry) => entry.personId === personId)
  const visible = isInside ? partners.map(({ personId }) => personId) : []
  const unseen = isInside ? fellows.map(({ personId }) => personId) : []
  const mine = of(me.personId)
  const quizzes = await findWeeklyQuizzes(ctx.db, me.personId, me.joinedAt)
  const maps = readersSteps(progress, me.personId, [me.personId, ...visible, ...unseen], session)

  return {
    mentorship: id,
    steps: detailsOf(maps, mine),
    partnerSteps: visible.map((userId) => ({ userId, stepDetails: detailsOf(maps, of(userId)) })),
    otherSteps: unseen.length === 0 ? [] : countSteps(maps, unseen.map(of)),
    partners: visible.map((userId) => ({ userId, ...countsOf(of(userId)) })),
    ...countsOf(mine),
    totalQuiz: mine.reduce((sum, { marks }) => sum + marks.length, 0),
    // Pair managers have no sessions themselves, so they get the total of the mentorship.
    totalSessions: me.part === 'pair_manager' ? new Set(progress.map(({ sessionId }) => sessionId)).size : mine.length,
    badges: mine.flatMap((entry) => {
      const badgeType = badgeOf(entry)
      if (badgeType === null || entry.completedAt === null) return []
      const { sessionId, title: sessionTitle, localeTitle: localeSessionTitle } = entry
      return [{ badgeType, sessionId, sessionTitle, localeSessionTitle, earnedAt: entry.completedAt.toISOString() }]
    }),
    quizStreaks: streakWeeks(quizzes).map((timestamp) => ({ timestamp: timestamp.toISOString() })),
    quizzesThisWeek: quizzesInWeekOf(quizzes, ctx.now()),
  }
}

const countsOf = (entries: readonly MemberProgress[]) => ({
  completedSessions: entries.filter(({ completedAt }) => completedAt !== null).length,
  completedQuiz: entries.reduce((sum, { marks }) => sum + marks.filter((mark) => mark !== null).length, 0),
})

type StepMap = { sessionId: number; steps: MemberProgress['steps'] }

/**
 * The reader's version of the steps, for sessions that one of these people has started. People on other versions are mapped to it
 * by step key.
 */
function readersSteps(
  progress: readonly MemberProgress[],
  readerId: number,
  people: readonly number[],
  session: number | undefined,
) {
  const sessions = Map.groupBy(progress, ({ sessionId }) => sessionId)
  return [...sessions].flatMap(([sessionId, entries]): StepMap[] => {
    const isMeant =
      session === undefined ? entries.some((entry) => entry.isStarted && people.includes(entry.personId)) : sessionId === session
    const own = entries.find(({ personId }) => personId === readerId) ?? entries[0]
    return isMeant && own ? [{ sessionId, steps: own.steps }] : []
  })
}

function detailsOf(maps: readonly StepMap[], entries: readonly MemberProgress[]): StepDetail[] {
  return maps.flatMap(({ sessionId, steps }) => {
    const entry = entries.find((each) => each.sessionId === sessionId)
    return entry ? steps.map(({ id, key }) => ({ sessionId, stepId: id, status: statusAt(entry, key) })) : []
  })
}

function statusAt({ doneKeys, currentKey }: MemberProgress, key: string): OwnStepStatus {
  if (doneKeys.has(key)) return 'COMPLETED'
  return currentKey === key ? 'ONGOING' : 'NOT_STARTED'
}

function countSteps(maps: readonly StepMap[], people: readonly (readonly MemberProgress[])[]): MentorshipProgress['otherSteps'] {
  return maps.flatMap(({ sessionId, steps }) =>
    steps.map(({ id, key }) => {
      const statuses = people.map((entries) => {
        const entry = entries.find((each) => each.sessionId === sessionId)
        return entry ? statusAt(entry, key) : 'NOT_STARTED'
      })
      const count = (counted: OwnStepStatus) => statuses.filter((status) => status === counted).length
      return { sessionId, stepId: id, started: count('ONGOING'), completed: count('COMPLETED') }
    }),
  )
}

/** `week`: the Monday on which it begins in India, as text from the database. */
export type WeeklyQuiz = { week: string; quizId: number; firstAt: Date }

/** For each week with enough distinct quizzes, when the last required one was submitted. Oldest first. */
export function streakWeeks(quizzes: readonly WeeklyQuiz[]): Date[] {
  const weeks = Map.groupBy(quizzes, ({ week }) => week)
  return [...weeks.values()]
    .flatMap((sent) => sent.toSorted((a, b) => a.firstAt.getTime() - b.firstAt.getTime())[QUIZZES_PER_WEEK - 1] ?? [])
    .map(({ firstAt }) => firstAt)
    .toSorted((a, b) => a.getTime() - b.getTime())
}

/** Quizzes submitted in the week of `now`. */
export function quizzesInWeekOf(quizzes: readonly WeeklyQuiz[], now: Date): number {
  const today = indiaDay(now)
  // 1 January 1970 was a Thursday.
  const monday = today - ((today + 3) % 7)
  const begin = new Date(monday * DAY_MS).toISOString().slice(0, 10)
  return quizzes.filter(({ week }) => week.startsWith(begin)).length
}
