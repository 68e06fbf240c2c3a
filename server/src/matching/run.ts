import type { MatchRun } from '@saathi/contract/matching/staff-calls'
import type { Db, ListenerCtx } from '#core/ctx.ts'
import { findPairsInWorker } from './engine/find-in-worker.ts'
import { fairnessOf, UNKNOWN } from './engine/fairness.ts'
import type { LeftOver, Pair } from './engine/pool.ts'
import { withReasons } from './engine/match.ts'
import { issueLaterJob } from './issue-later-job.ts'
import { issueOffers } from './issue.ts'
import { type LoadedPool, loadPool } from './load-pool.ts'

const MAX_SHOWN = 100
const MAX_FAIRNESS_ROWS = 200
/** Per transaction. More pairs are issued in separate jobs, to keep row locks short. */
const ISSUE_BATCH = 1000
const defaultAttributes = ['language', 'programme']

export type PreparedRun = { projectId: number; loaded: LoadedPool; pairs: readonly Pair[]; summary: Omit<MatchRun, 'isDryRun'> }
type Tools = { db: Db; now: () => Date; signal?: AbortSignal }

/** Finds pairs and writes nothing, so it can run outside a transaction. `by`: further criteria for the fairness table. */
export async function prepareRun(tools: Tools, projectId: number, by: readonly string[] = []): Promise<PreparedRun> {
  const loaded = await loadPool(tools.db, projectId, tools.now())
  const { pool, names, open } = loaded
  const found = await findPairsInWorker(pool, tools.signal ? { signal: tools.signal } : {})
  const isServed = new Set(open.flatMap(({ mentorId, menteeId }) => [mentorId, menteeId]))
  const leftOver = [...found.leftOver.filter(({ id }) => !isServed.has(id)), ...loaded.notApproved]
  const attributes = [...new Set([...defaultAttributes, ...by])]
  const nameOf = (id: number) => names.get(id) ?? ''
  const summary = {
    project: loaded.projectKey,
    mentors: pool.mentors.length,
    mentees: pool.mentees.length,
    proposalCount: found.pairs.length,
    leftOverCount: leftOver.length,
    proposals: found.pairs.slice(0, MAX_SHOWN).map(({ mentorId, menteeId, score }) => ({
      mentor: mentorId,
      mentorName: nameOf(mentorId),
      mentee: menteeId,
      menteeName: nameOf(menteeId),
      score,
    })),
    leftOver: leftOver.slice(0, MAX_SHOWN).map(({ id, ...why }: LeftOver) => ({ person: id, name: nameOf(id), ...why })),
    fairness: fairnessOf(pool, [...found.pairs, ...open], attributes, tools.now().getTime()).slice(0, MAX_FAIRNESS_ROWS),
  }
  return { projectId, loaded, pairs: found.pairs, summary }
}

/** Issues the prepared pairs as offers, unless it is a dry run. */
export async function executeRun(ctx: ListenerCtx, run: PreparedRun, { dryRun }: { dryRun: boolean }): Promise<MatchRun> {
  if (!dryRun) await issue(ctx, run)
  return { ...run.summary, isDryRun: dryRun }
}

export async function runMatching(ctx: ListenerCtx, projectId: number, options: { dryRun: boolean }): Promise<MatchRun> {
  return executeRun(ctx, await prepareRun(ctx, projectId), options)
}

async function issue(ctx: ListenerCtx, { projectId, loaded, pairs }: PreparedRun): Promise<void> {
  // Sorted so that one person's offers are mostly issued in the same batch.
  const reader = ({ mentorId, menteeId }: Pair) => (loaded.groupType === '1toM' ? mentorId : menteeId)
  const ordered = pairs.toSorted((one, other) => reader(one) - reader(other))
  await issueOffers(ctx, projectId, withReasons(loaded.pool, ordered.slice(0, ISSUE_BATCH)))
  for (let at = ISSUE_BATCH; at < ordered.length; at += ISSUE_BATCH) {
    const later = ordered.slice(at, at + ISSUE_BATCH).map(({ mentorId, menteeId }): [number, number] => [mentorId, menteeId])
    await ctx.enqueue(issueLaterJob, { projectId, pairs: later })
  }
}

/** Whether a run can be broken down by this attribute. */
export function hasAttribute({ summary, loaded }: PreparedRun, attribute: string): boolean {
  const isCriterion = loaded.pool.criteria.some(({ key }) => key === attribute)
  return isCriterion || summary.fairness.some((line) => line.attribute === attribute && line.value !== UNKNOWN)
}
