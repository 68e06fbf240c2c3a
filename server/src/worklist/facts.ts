import type { ListenerCtx } from '#core/ctx.ts'
import { findRunningPairs } from './facts-store.ts'

/** The facts that rules use about a running pair or group. Each domain adds its own. */
export type PairFacts = {
  readonly id: number
  readonly projectId: number
  readonly startedAt: Date
  /** Null until the pair has agreed on it. */
  agreedDays: number | null
  endsAt: Date | null
  /** A farewell is in progress. */
  isParting: boolean
  /** Newest first; only meetings that both mentor and mentee attended for long enough. */
  meetings: { at: Date; minutes: number }[]
  meetingCount: number
  /** The oldest message without an answer, and the side that has not answered. */
  unanswered: { since: Date; side: 'mentor' | 'mentee' } | null
  /** Overdue sessions. */
  overdue: { since: Date; count: number } | null
  /** Members with an overdue session. */
  lateMembers: number[]
  /** Check-ins without an answer. */
  openCheckIns: { personId: number; since: Date }[]
  /** Check-in answers of each side, from 1 to 5, newest first. */
  checkIns: { personId: number; side: 'mentor' | 'mentee'; at: Date; score: number }[]
}

/** The facts that rules use about a member or mentor. A part is null without facts. */
export type PersonFacts = {
  readonly id: number
  readonly projectId: number
  /** The day of the next contact, and the colleague who has it. */
  contact: { day: number; staffId: number } | null
  approvalEndsAt: Date | null
  mailRefused: { times: number; since: Date } | null
}

/** Something that only the team can decide. */
export type Decision = {
  subject: 'group' | 'programme'
  id: number
  projectId: number
  since: Date
  count: number
  /** The mentor of a group. */
  personId: number | null
}

export type FactsCtx = Pick<ListenerCtx, 'db' | 'now' | 'domains'>

/** Pairs that have ended or do not exist are left out. */
export async function collectPairFacts(ctx: FactsCtx, ids: readonly number[]): Promise<PairFacts[]> {
  const rows = await findRunningPairs(ctx.db, ids)
  const pairs = new Map<number, PairFacts>(
    rows.map((row) => [
      row.id,
      {
        ...row,
        agreedDays: null,
        endsAt: null,
        isParting: false,
        meetings: [],
        meetingCount: 0,
        unanswered: null,
        overdue: null,
        lateMembers: [],
        openCheckIns: [],
        checkIns: [],
      },
    ]),
  )
  if (pairs.size > 0) for (const domain of ctx.domains) await domain.addPairFacts?.(ctx, pairs)
  return [...pairs.values()]
}

/** Null: everybody for whom there are facts. */
export async function collectPersonFacts(ctx: FactsCtx, ids: readonly number[] | null): Promise<PersonFacts[]> {
  const people = new Map<number, PersonFacts>()
  const about = (person: { id: number; projectId: number }): PersonFacts => {
    const known = people.get(person.id) ?? { ...person, contact: null, approvalEndsAt: null, mailRefused: null }
    people.set(person.id, known)
    return known
  }
  for (const domain of ctx.domains) await domain.addPersonFacts?.(ctx, ids, about)
  return [...people.values()]
}

export async function collectDecisions(ctx: FactsCtx): Promise<Decision[]> {
  const found: Decision[] = []
  for (const domain of ctx.domains) found.push(...((await domain.findDecisions?.(ctx)) ?? []))
  return found
}
