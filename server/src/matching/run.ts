import type { MatchRun } from '@saathi/contract/matching/staff-calls'
import type { Db } from '#core/ctx.ts'
import type { ListenerCtx } from '#core/events.ts'
import { findPairsAside } from './engine/aside.ts'
import { fairnessOf } from './engine/fairness.ts'
import type { LeftOver, Pair } from './engine/pool.ts'
import { withReasons } from './engine/match.ts'
import { issueLaterJob } from './issue-later-job.ts'
import { issueOffers } from './issue.ts'
import { type LoadedPool, loadPool } from './load-pool.ts'

const MOST_SHOWN = 100
const MOST_FAIRNESS_LINES = 200
/** In one transaction; the others follow in their own, so that nobody waits long for a row. */
const ISSUED_AT_ONCE = 1000
const alwaysLookedAt = ['language', 'programme']

export type PreparedRun = { projectId: number; loaded: LoadedPool; pairs: readonly Pair[]; shown: Omit<MatchRun, 'isDryRun'> }
type Tools = { db: Db; now: () => Date; signal?: AbortSignal }

/** Reads and looks, and writes nothing: it may take its time outside of any transaction. `by`: criteria to show the fairness by. */
export async function prepareRun(tools: Tools, projectId: number, by: readonly string[] = []): Promise<PreparedRun> {
  const loaded = await loadPool(tools.db, projectId, tools.now())
  const { pool, names, open } = loaded
  const found = await findPairsAside(pool, tools.signal ? { signal: tools.signal } : {})
  const isServed = new Set(open.flatMap(({ mentorId, menteeId }) => [mentorId, menteeId]))
  const leftOver = [...found.leftOver.filter(({ id }) => !isServed.has(id)), ...loaded.notApproved]
  const attributes = [...new Set([...alwaysLookedAt, ...by])]
  const nameOf = (id: number) => names.get(id) ?? ''
  const shown = {
    project: loaded.projectKey,
    mentors: pool.mentors.length,
    mentees: pool.mentees.length,
    proposalCount: found.pairs.length,
    leftOverCount: leftOver.length,
    proposals: found.pairs.slice(0, MOST_SHOWN).map(({ mentorId, menteeId, score }) => ({
      mentor: mentorId,
      mentorName: nameOf(mentorId),
      mentee: menteeId,
      menteeName: nameOf(menteeId),
      score,
    })),
    leftOver: leftOver.slice(0, MOST_SHOWN).map(({ id, ...why }: LeftOver) => ({ person: id, name: nameOf(id), ...why })),
    fairness: fairnessOf(pool, [...found.pairs, ...open], attributes, tools.now().getTime()).slice(0, MOST_FAIRNESS_LINES),
  }
  return { projectId, loaded, pairs: found.pairs, shown }
}

/** What was prepared becomes offers, unless it was only to be seen. */
export async function carryOutRun(ctx: ListenerCtx, run: PreparedRun, { dryRun }: { dryRun: boolean }): Promise<MatchRun> {
  if (!dryRun) await issue(ctx, run)
  return { ...run.shown, isDryRun: dryRun }
}

export async function runMatching(ctx: ListenerCtx, projectId: number, wanted: { dryRun: boolean }): Promise<MatchRun> {
  return carryOutRun(ctx, await prepareRun(ctx, projectId), wanted)
}

async function issue(ctx: ListenerCtx, { projectId, loaded, pairs }: PreparedRun): Promise<void> {
  // All that one person chooses from comes together, as far as it can.
  const reader = ({ mentorId, menteeId }: Pair) => (loaded.groupType === '1toM' ? mentorId : menteeId)
  const ordered = pairs.toSorted((one, other) => reader(one) - reader(other))
  await issueOffers(ctx, projectId, withReasons(loaded.pool, ordered.slice(0, ISSUED_AT_ONCE)))
  for (let at = ISSUED_AT_ONCE; at < ordered.length; at += ISSUED_AT_ONCE) {
    const later = ordered.slice(at, at + ISSUED_AT_ONCE).map(({ mentorId, menteeId }): [number, number] => [mentorId, menteeId])
    await ctx.enqueue(issueLaterJob, { projectId, pairs: later })
  }
}
