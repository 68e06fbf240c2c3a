import type { RunChange, RunChanges } from '@saathi/contract/matching/staff-calls'
import type { Db } from '#core/ctx.ts'
import type { Pair } from '../engine/pool.ts'
import { findLastRun, findNamesOf, type LastRun, replaceLastRun } from './changes-store.ts'

const MAX_SHOWN = 100

type People = Pick<Pair, 'mentorId' | 'menteeId'>
type Run = { projectId: number; pairs: readonly People[]; open: readonly People[] }
type Change = { menteeId: number; what: RunChange['what']; before: number[]; now: number[] }

const keyOf = ({ mentorId, menteeId }: People) => `${mentorId} ${menteeId}`

function mentorsByMentee(pairs: readonly People[]): Map<number, number[]> {
  const groups = Map.groupBy(pairs, ({ menteeId }) => menteeId)
  return new Map([...groups].map(([id, own]) => [id, own.map(({ mentorId }) => mentorId).toSorted((a, b) => a - b)]))
}

/**
 * Finds mentees who are new, without a proposal now, or proposed to another mentor. Pairs that became offers since then do not
 * count.
 */
function compareRuns(last: readonly People[], { pairs, open }: Pick<Run, 'pairs' | 'open'>): Change[] {
  const isOpen = new Set(open.map(keyOf))
  const earlier = mentorsByMentee(last.filter((pair) => !isOpen.has(keyOf(pair))))
  const current = mentorsByMentee(pairs)
  const offered = new Set(last.filter((pair) => isOpen.has(keyOf(pair))).map(({ menteeId }) => menteeId))
  return [...new Set([...current.keys(), ...earlier.keys()])].flatMap((menteeId): Change[] => {
    const [before, now] = [earlier.get(menteeId) ?? [], current.get(menteeId) ?? []]
    if (before.join() === now.join()) return []
    // Part of the mentee's shortlist was offered; the rest is not a change.
    if (now.length === 0 && offered.has(menteeId)) return []
    return [{ menteeId, what: before.length === 0 ? 'new' : now.length === 0 ? 'gone' : 'changed', before, now }]
  })
}

/** Compares a run with the one before, and stores it for the next. Null for the first run of a programme. */
export async function recordRun(
  db: Db,
  run: Run,
  { at, isDryRun }: Pick<LastRun, 'at' | 'isDryRun'>,
): Promise<RunChanges | null> {
  const last = await findLastRun(db, run.projectId)
  await replaceLastRun(db, run.projectId, { at, isDryRun, pairs: [...run.pairs] })
  if (!last) return null
  const changes = compareRuns(last.pairs, run)
  const count = (what: RunChange['what']) => changes.filter((change) => change.what === what).length
  const shown = changes.slice(0, MAX_SHOWN)
  const names = await findNamesOf(
    db,
    shown.flatMap(({ menteeId, before, now }) => [menteeId, ...before, ...now]),
  )
  const named = (ids: readonly number[]) => ids.flatMap((id) => names.get(id) ?? [])
  return {
    since: last.at.toISOString(),
    sinceDryRun: last.isDryRun,
    newCount: count('new'),
    goneCount: count('gone'),
    changedCount: count('changed'),
    rows: shown.flatMap(({ menteeId, what, before, now }) => {
      const menteeName = names.get(menteeId)
      return menteeName === undefined ? [] : [{ mentee: menteeId, menteeName, what, before: named(before), now: named(now) }]
    }),
  }
}
