import { indiaDate, startOfIndiaDay } from '@saathi/contract/core/india-day'
import { DAY_MS, HOUR_MS } from '@saathi/contract/core/time'
import { MAX_NUDGE_DAYS, MAX_NUDGE_TIMES, NUDGE_HOUR, type NudgeTrigger } from '@saathi/contract/worklist/nudges'
import { collectPairFacts, type FactsCtx } from '../facts.ts'
import { findPairsOfProgramme } from '../facts-store.ts'
import {
  type Candidate,
  choose,
  findCandidates,
  keyOf,
  type Reader,
  readerKey,
  type Selection,
  type Sent,
  type Timing,
} from './candidates.ts'
import * as store from './select-store.ts'

/** Number of pairs whose facts are loaded at the same time. */
const BATCH = 500
const HISTORY_DAYS = MAX_NUDGE_DAYS * MAX_NUDGE_TIMES

export const dayFrom = (now: Date, days: number): string => indiaDate(new Date(now.getTime() + days * DAY_MS))
const sendTimeOn = (day: string): Date => new Date(startOfIndiaDay(Date.parse(day) / DAY_MS).getTime() + NUDGE_HOUR * HOUR_MS)

export type Timings = ReadonlyMap<NudgeTrigger, Timing>

/** Everybody in these pairs to whom a trigger applies at that time. */
export async function collectCandidates(ctx: FactsCtx, pairIds: readonly number[], timings: Timings, sendsAt: Date) {
  const readers = await store.findReaders(ctx.db, pairIds, ctx.now())
  const members = Map.groupBy(readers, ({ mentorshipId }) => mentorshipId)
  const facts = await collectPairFacts(ctx, pairIds)
  const candidates = facts.flatMap((pair) =>
    [...timings].flatMap(([trigger, { afterDays }]) =>
      findCandidates(trigger, afterDays, pair, members.get(pair.id) ?? [], sendsAt),
    ),
  )
  return { readers, candidates }
}

/**
 * Loads everything needed to decide about these people on that day. `without` selects messages to ignore because they are judged
 * again.
 */
export async function collectKnown(
  { db }: Pick<FactsCtx, 'db'>,
  { candidates, readers }: { candidates: readonly Candidate[]; readers: readonly Reader[] },
  { on, sendsAt, without }: { on: string; sendsAt: Date; without: (sent: Sent & { id: number }) => boolean },
) {
  const ids = [...new Set(candidates.map(({ personId }) => personId))]
  const from = dayFrom(sendsAt, -HISTORY_DAYS)
  const history = (await store.findHistory(db, ids, from)).filter((sent) => !without(sent))
  const last = new Map<string, Candidate & { sentAt: Date }>()
  for (const { sentAt, ...sent } of history) if (sentAt) last.set(keyOf(sent), { ...sent, sentAt })
  const written = [...last.values()]
  const answered = (await store.findAnswered(db, written)).flatMap((place) => written[place] ?? [])
  return {
    on,
    sendsAt,
    readers: new Map(readers.map((reader) => [readerKey(reader), reader])),
    history: Map.groupBy(history, ({ personId }) => personId),
    answered: new Set(answered.map(keyOf)),
  }
}

type Wanted = {
  programmeId: number
  on: string
  timings: Timings
  /** Selects again for plans whose messages are already planned, instead of adding to them. */
  isPreview: boolean
}

/** The messages that a programme's plans would send on that day. Writes nothing. */
export async function selectNudges(ctx: FactsCtx, { programmeId, on, timings, isPreview }: Wanted): Promise<Selection> {
  const sendsAt = sendTimeOn(on)
  const readers: Reader[] = []
  const candidates: Candidate[] = []
  const pairIds = await findPairsOfProgramme(ctx.db, programmeId)
  for (let at = 0; at < pairIds.length; at += BATCH) {
    const found = await collectCandidates(ctx, pairIds.slice(at, at + BATCH), timings, sendsAt)
    readers.push(...found.readers)
    candidates.push(...found.candidates)
  }
  const ofProgramme = new Set(pairIds)
  const isOwn = ({ trigger, mentorshipId, state, on: day }: Sent) =>
    day === on && state === 'planned' && timings.has(trigger) && ofProgramme.has(mentorshipId)
  const without = isPreview ? isOwn : () => false
  const known = await collectKnown(ctx, { candidates, readers }, { on, sendsAt, without })
  const planned = [...known.history.values()].flat().filter(isOwn)
  const plans = [...timings].map(([trigger, timing]) => {
    const alreadyPlanned = planned.filter((sent) => sent.trigger === trigger).length
    return [trigger, { ...timing, alreadyPlanned }] as const
  })
  return choose(candidates, new Map(plans), known)
}
