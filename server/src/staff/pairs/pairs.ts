import { GroupType, Part } from '@saathi/contract/mentorship/entities'
import { MAX_PAGE_SIZE } from '@saathi/contract/core/fields'
import type { PairFacts, PairRow, PairSort, PairState } from '@saathi/contract/staff/pair-calls'
import * as z from 'zod/mini'
import { can, displayName, linkToPictures, scopeOf, shownName, wordStartsIn } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, notFound } from '#core/errors.ts'
import { describePairWork } from '#worklist/public.ts'
import { describeCourse } from '#mentorship/public.ts'
import { readCursorText, writeCursorText } from '../people/people.ts'
import * as facts from './facts-store.ts'
import * as list from './list-store.ts'
import { callDurations } from './together.ts'

function visibleTo({ actor }: Pick<Ctx, 'actor'>): list.VisiblePairs {
  const programmes = scopeOf(actor, 'staff.pairs_all')
  const caseload = can(actor, 'staff.caseload')
    ? { managerId: actor.personId, programmes: scopeOf(actor, 'staff.caseload') }
    : null
  return { programmes, caseload }
}

type ListQuery = {
  search?: string | undefined
  programme?: number | undefined
  state?: PairState | undefined
  coordinator?: number | undefined
  unmanaged: boolean
  sort: PairSort
  after?: string | undefined
}

const Cursor = z.tuple([z.enum(['newest', 'oldest']), z.iso.datetime(), z.int()])

/** A cursor of another order would skip pairs. */
function readCursor(sort: PairSort, text: string): list.PairCursor {
  const parsed = Cursor.safeParse(readCursorText(text))
  if (!parsed.success || parsed.data[0] !== sort) throw badInput('staff.bad_cursor')
  return { startedAt: new Date(parsed.data[1]), id: parsed.data[2] }
}

export async function listPairs(ctx: Ctx, { search = '', sort, after, unmanaged, ...filters }: ListQuery) {
  const visible = visibleTo(ctx)
  const { programme, state, coordinator } = filters
  const query = { words: wordStartsIn(search), programme, state, coordinator, isUnmanaged: unmanaged }
  const cursor = after === undefined ? null : readCursor(sort, after)
  // Fetch one more than is shown, to know whether there are more.
  const found = await list.findPairs(ctx.db, visible, query, { sort, after: cursor, limit: MAX_PAGE_SIZE + 1 })
  const page = found.slice(0, MAX_PAGE_SIZE)
  const last = found.length > MAX_PAGE_SIZE ? page.at(-1) : undefined
  const coordinators = await list.findCoordinators(ctx.db, visible)
  return {
    pairs: await describePairs(
      ctx,
      page.map(({ id }) => id),
    ),
    total: await list.countPairs(ctx.db, visible, query),
    next: last ? writeCursorText([sort, last.startedAt.toISOString(), last.id]) : null,
    coordinators: coordinators.map((person) => ({ id: person.id, name: displayName(person) })),
  }
}

const anyPair = { words: [], programme: undefined, state: 'running', coordinator: undefined } as const

/** How many pairs of the reader are running, and how many of those nobody manages. */
export async function countRunning(ctx: Ctx): Promise<{ pairsRunning: number; pairsUnmanaged: number }> {
  const visible = visibleTo(ctx)
  return {
    pairsRunning: await list.countPairs(ctx.db, visible, { ...anyPair, isUnmanaged: false }),
    pairsUnmanaged: await list.countPairs(ctx.db, visible, { ...anyPair, isUnmanaged: true }),
  }
}

type Named = Pick<facts.PairMemberRow, 'firstName' | 'lastName' | 'deletedAt'>
const nameOf = ({ actor }: Ctx, person: Named) => shownName(person, actor.language)

/** In the order of the ids. */
async function describePairs(ctx: Ctx, ids: readonly number[]): Promise<PairRow[]> {
  if (ids.length === 0) return []
  const rows = new Map((await facts.findPairRows(ctx.db, ids)).map((row) => [row.id, row]))
  const calls = new Map((await facts.findCallCounts(ctx.db, ids)).map((row) => [row.mentorshipId, row]))
  const everybody = await facts.findPairMembers(ctx.db, ids)
  const pictures = new Map((await linkToPictures(ctx, everybody)).map((picture, at) => [everybody[at], picture]))
  const members = Map.groupBy(everybody, ({ mentorshipId }) => mentorshipId)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const inside = (members.get(id) ?? []).filter(({ leftAt }) => isInside(leftAt, row.endedAt))
    const manager = inside.find(({ part }) => part === 'pair_manager')
    return [
      {
        id,
        groupType: GroupType.parse(row.groupType),
        programme: row.programme,
        startedAt: row.startedAt.toISOString(),
        endedAt: row.endedAt?.toISOString() ?? null,
        people: inside
          .filter((member) => member !== manager)
          .map((member) => ({
            id: member.id,
            name: nameOf(ctx, member),
            picture: member.deletedAt ? null : (pictures.get(member) ?? null),
            part: Part.parse(member.part),
          })),
        coordinator: manager ? { id: manager.id, name: nameOf(ctx, manager) } : null,
        sessionsDone: row.sessionsDone,
        sessionCount: row.sessionCount,
        callCount: calls.get(id)?.callCount ?? 0,
        lastCallAt: calls.get(id)?.lastCallAt?.toISOString() ?? null,
      },
    ]
  })
}

/** Current members; of a mentorship that has ended, those who were in it at the end. */
const isInside = (leftAt: Date | null, endedAt: Date | null): boolean =>
  leftAt === null || (endedAt !== null && leftAt >= endedAt)

const SHOWN_CALLS = 50

/** Pairs outside the reader's programmes and caseload get the same reply as unknown ids. */
export async function getPairFacts(ctx: Ctx, mentorshipId: number): Promise<PairFacts> {
  const id = await list.findVisiblePair(ctx.db, visibleTo(ctx), mentorshipId)
  const [row] = id === null ? [] : await facts.findPairRows(ctx.db, [id])
  if (id === null || !row) throw notFound('mentorship.not_found')
  const { projectId, projectKey, programme, isDisabled, startedAt, endedAt } = row
  const [calls] = await facts.findCallCounts(ctx.db, [id])
  const may = (action: string) => can(ctx.actor, action, projectId)
  return {
    id,
    groupType: GroupType.parse(row.groupType),
    programme: { id: projectId, key: projectKey, name: programme, isDisabled },
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    members: await describeMembers(ctx, id),
    sessionsDone: row.sessionsDone,
    sessions: await describeSessions(ctx, id),
    callCount: calls?.callCount ?? 0,
    calls: callDurations(await facts.findVisits(ctx.db, id, SHOWN_CALLS)),
    channels: await describeChannels(ctx, id),
    course: await describeCourse(ctx.db, id),
    canManage: may('staff.mentorships'),
    canWork: may('staff.pair_work'),
    canPause: may('staff.chat'),
    canSeeRecordings: may('staff.video'),
    work: await describePairWork(ctx, { id, projectId }),
  }
}

async function describeMembers(ctx: Ctx, mentorshipId: number): Promise<PairFacts['members']> {
  const members = await facts.findPairMembers(ctx.db, [mentorshipId])
  const pictures = await linkToPictures(ctx, members)
  const ids = members.map(({ id }) => id)
  const progress = new Map((await facts.findProgress(ctx.db, mentorshipId, [0, ...ids])).map((each) => [each.id, each]))
  return members.map((member, at) => ({
    id: member.id,
    name: nameOf(ctx, member),
    firstName: member.deletedAt ? nameOf(ctx, member) : member.firstName,
    picture: member.deletedAt ? null : (pictures[at] ?? null),
    part: Part.parse(member.part),
    joinedAt: member.joinedAt.toISOString(),
    leftAt: member.leftAt?.toISOString() ?? null,
    sessionsDone: progress.get(member.id)?.sessionsDone ?? 0,
    lastSeenAt: progress.get(member.id)?.lastSeenAt?.toISOString() ?? null,
  }))
}

async function describeSessions({ db, actor }: Ctx, mentorshipId: number): Promise<PairFacts['sessions']> {
  const steps = Map.groupBy(await facts.findSessionSteps(db, mentorshipId, actor.language), ({ id }) => id)
  return [...steps].map(([id, people]) => ({
    id,
    title: people[0]?.title ?? '',
    endDate: new Date(Math.max(...people.map(({ endDate }) => endDate.getTime()))).toISOString(),
    startedBy: people.flatMap(({ personId, startedAt }) => (startedAt ? [personId] : [])),
    doneBy: people.flatMap(({ personId, completedAt }) => (completedAt ? [personId] : [])),
  }))
}

const ChannelKind = z.enum(['pair', 'group', 'direct'])

async function describeChannels(ctx: Ctx, mentorshipId: number): Promise<PairFacts['channels']> {
  const now = ctx.now()
  const rows = await facts.findChannelFacts(ctx.db, mentorshipId)
  return rows.map(({ id, kind, people, members, messageCount, lastMessageAt, blackoutUntil }) => ({
    id,
    kind: ChannelKind.parse(kind),
    people,
    members,
    messageCount: messageCount ?? 0,
    lastMessageAt: lastMessageAt?.toISOString() ?? null,
    pausedUntil: blackoutUntil && blackoutUntil > now ? blackoutUntil.toISOString() : null,
  }))
}
