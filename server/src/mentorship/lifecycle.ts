import { startOfIndiaDay, indiaDay } from '@saathi/contract/core/india-day'
import { isMatchedAgain, isStopping, restEndsAt } from '@saathi/contract/mentorship/farewell'
import { openExperiences } from '#accounts/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { openMentorshipSessions, closeMentorshipSessions, lockMentorship } from '#learning/public.ts'
import {
  findSchedule,
  insertMembers,
  insertMentorship,
  type NewMember,
  type ScheduledSession,
  findMembers,
  type MemberRow,
  updateMembersLeft,
  updateMentorshipEnded,
} from './store.ts'
import { updateProposalsClosed } from './agreement/store.ts'
import type { MentorshipEnding, MentorshipStarted } from './events.ts'
import { updateClosed } from './farewell/store.ts'
import { notifyLeft, notifyStarted } from './notify.ts'
import { updateRequestsClosed } from './requests/store.ts'

export type NewMentorship = {
  projectId: number
  groupType: string
  mentorId: number
  menteeIds: readonly number[]
  pairManagerId: number | null
  startedAt: Date
  endedAt?: Date | null
  choseEachOther?: boolean
  /** Set if the members need not be shown the celebration of a new match. */
  celebratedAt?: Date
}
type StartCtx = Pick<ListenerCtx, 'db' | 'raise' | 'push'>
type Announce = (started: MentorshipStarted) => Promise<void>
/** `alreadyMatched`: mentees who already have an ongoing mentorship; the caller must roll back. */
export type StartResult = { mentorshipId: number; alreadyMatched: readonly number[] }

/** Areas opened for every member, no matter how the mentorship started or how many hub sessions they completed. */
export const opensWithMentorship = ['curriculum', 'chattype', 'mentorshipChat', 'video'] as const

/** Used by staff and by matching. Runs in the caller's transaction. */
export const startMentorship = (ctx: ListenerCtx, newMentorship: NewMentorship): Promise<StartResult> =>
  insertStarted(ctx, newMentorship, async (started) => {
    await notifyStarted(ctx, started, newMentorship)
    await ctx.raise({ type: 'mentorship.started', ...started })
  })

/** The only way to write a mentorship. The demo announces nothing, because its mentorships started in the past. */
export async function insertStarted(ctx: StartCtx, newMentorship: NewMentorship, announce: Announce): Promise<StartResult> {
  const { mentorId, menteeIds, pairManagerId, startedAt, endedAt = null, celebratedAt = null } = newMentorship
  const mentorshipId = await insertMentorship(ctx.db, newMentorship)
  const member = (personId: number, part: NewMember['part']) => ({
    mentorshipId,
    personId,
    part,
    joinedAt: startedAt,
    leftAt: endedAt,
    celebratedAt,
  })
  const alreadyMatched = await insertMembers(ctx.db, [
    member(mentorId, 'mentor'),
    ...menteeIds.map((id) => member(id, 'mentee')),
    ...(pairManagerId === null ? [] : [member(pairManagerId, 'pair_manager')]),
  ])
  if (alreadyMatched.length > 0) return { mentorshipId, alreadyMatched }

  const dates = withDates(await findSchedule(ctx.db, newMentorship.projectId), startedAt)
  const sessions = [mentorId, ...menteeIds].flatMap((personId) => dates.map((each) => ({ ...each, mentorshipId, personId })))
  await openMentorshipSessions(ctx, sessions)
  if (endedAt === null) await announce({ mentorshipId, personIds: peopleOf(newMentorship) })
  // In ascending order, so that concurrent starts with a shared pair manager lock the rows in the same order.
  for (const personId of peopleOf(newMentorship).toSorted((a, b) => a - b))
    await openExperiences(ctx, personId, opensWithMentorship)
  return { mentorshipId, alreadyMatched }
}

export const peopleOf = ({ mentorId, menteeIds, pairManagerId }: NewMentorship): number[] => [
  mentorId,
  ...menteeIds,
  ...(pairManagerId === null ? [] : [pairManagerId]),
]

/** Readers see only the day, so a session finished on that day in India is in time. */
const endOf = (day: number): Date => new Date(startOfIndiaDay(day + 1).getTime() - 1)

/** Due dates add up: each session has its own number of days. */
function withDates(schedule: readonly ScheduledSession[], startedAt: Date) {
  let days = 0
  return schedule.map(({ sessionId, position, days: own }) => {
    days += own
    return { sessionId, position, endDate: endOf(indiaDay(startedAt) + days) }
  })
}

const isActive = ({ leftAt }: MemberRow) => leftAt === null

/** Ends the mentorship for everybody. Idempotent. `isUnsafe`: members must not read each other's messages any more. */
export async function endMentorship(ctx: ListenerCtx, id: number, { isUnsafe = false } = {}): Promise<void> {
  await lockMentorship(ctx.db, id)
  const inside = (await findMembers(ctx.db, [id])).filter(isActive)
  if (await updateMentorshipEnded(ctx.db, id, ctx.now()))
    await removeMembers(ctx, id, { leaving: inside, staying: [], isOver: true, goneId: null, isUnsafe })
}

/** Removes one person. Without its mentor or its last mentee, the mentorship ends. */
export async function leaveMentorship(ctx: ListenerCtx, id: number, personId: number, { isGone = false } = {}): Promise<void> {
  const goneId = isGone ? personId : null
  await lockMentorship(ctx.db, id)
  const inside = (await findMembers(ctx.db, [id])).filter(isActive)
  const leaving = inside.find((member) => member.personId === personId)
  if (!leaving) return
  const staying = inside.filter((member) => member !== leaving)
  const goesOn = staying.some(({ part }) => part === 'mentor') && staying.some(({ part }) => part === 'mentee')
  if (goesOn) await removeMembers(ctx, id, { leaving: [leaving], staying, isOver: false, goneId })
  else if (await updateMentorshipEnded(ctx.db, id, ctx.now()))
    await removeMembers(ctx, id, { leaving: inside, staying: [], isOver: true, goneId })
}

type Departure = {
  leaving: readonly MemberRow[]
  staying: readonly MemberRow[]
  isOver: boolean
  goneId: number | null
  isUnsafe?: boolean
}

async function removeMembers(
  ctx: ListenerCtx,
  mentorshipId: number,
  { leaving, staying, isOver, goneId, isUnsafe = false }: Departure,
): Promise<void> {
  const personIds = leaving.map(({ personId }) => personId)
  // Use one time for all steps: members who leave when the farewell closes still take part in it.
  const now = ctx.now()
  await updateMembersLeft(ctx.db, mentorshipId, personIds, now)
  await closeMentorshipSessions(ctx, mentorshipId, personIds)
  await updateRequestsClosed(ctx.db, mentorshipId, personIds, now)
  await updateProposalsClosed(ctx.db, mentorshipId, personIds, now)
  const ending = isOver ? await endingOf({ ...ctx, now: () => now }, mentorshipId, leaving, isUnsafe) : null
  const left = { mentorshipId, personIds, isOver, goneId, ending }
  await notifyLeft(ctx, left)
  await ctx.raise({ type: 'mentorship.left', ...left })
  const to = [...leaving, ...staying].map(({ personId }) => personId)
  ctx.push({ to, event: { type: 'mentorship.changed', mentorship: mentorshipId } })
}

/** However the mentorship ends, this closes a farewell in progress. Null if there is none and nobody is unsafe. */
async function endingOf(
  { db, now }: ListenerCtx,
  mentorshipId: number,
  members: readonly MemberRow[],
  isUnsafe: boolean,
): Promise<MentorshipEnding | null> {
  const farewell = await updateClosed(db, mentorshipId, now())
  if (!farewell && !isUnsafe) return null
  const again = farewell ? members.filter(({ part }) => isMatchedAgain(farewell.reason, part)) : []
  const stopping = farewell ? members.filter(({ part }) => isStopping(farewell.reason, part)) : members
  return {
    restsUntil: restEndsAt(now()),
    matchedAgain: again.map(({ personId }) => personId),
    takenOut: stopping.map(({ personId }) => personId),
    isReadable: farewell !== null,
  }
}
