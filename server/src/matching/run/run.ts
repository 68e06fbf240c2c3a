import type { MatchRun } from '@saathi/contract/matching/staff-calls'
import type { Db, ListenerCtx } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import { fairnessOf, UNKNOWN } from '../engine/fairness.ts'
import { findPairsInWorker } from '../engine/find-in-worker.ts'
import { withReasons } from '../engine/match.ts'
import type { LeftOver, Pair, Pool } from '../engine/pool.ts'
import { issueLaterJob, issueOffers } from '../offers/issue.ts'
import { findFreePlacesOf } from '../pool/seeker-store.ts'
import { findPlan, type Plan } from '../plan-store.ts'
import { describeCompared, optionTextsOf, textIn } from '../show-match.ts'
import { recordRun } from './changes.ts'
import * as store from './store.ts'

const MAX_SHOWN = 100
const MAX_FAIRNESS_ROWS = 200
/** Per transaction. More pairs are issued in separate jobs, to keep row locks short. */
const ISSUE_BATCH = 1000
const defaultAttributes = ['language', 'programme']

export type PreparedRun = {
  projectId: number
  loaded: LoadedPool
  pairs: readonly Pair[]
  summary: Omit<MatchRun, 'isDryRun' | 'changes'>
}
type Tools = { db: Db; now: () => Date; signal?: AbortSignal }

/** `by`: further criteria for the fairness table. `language`: of the names of criteria and answers. */
type RunOptions = { by?: readonly string[]; language?: string }

/** Finds pairs and writes nothing, so it can run outside a transaction. */
export async function prepareRun(
  tools: Tools,
  projectId: number,
  { by = [], language = 'en' }: RunOptions = {},
): Promise<PreparedRun> {
  const loaded = await loadPool(tools.db, projectId, tools.now())
  const { pool, names, open } = loaded
  const found = await findPairsInWorker(pool, tools.signal ? { signal: tools.signal } : {})
  const isServed = new Set(open.flatMap(({ mentorId, menteeId }) => [mentorId, menteeId]))
  const leftOver = [...found.leftOver.filter(({ id }) => !isServed.has(id)), ...loaded.notApproved]
  const attributes = [...new Set([...defaultAttributes, ...by])]
  const nameOf = (id: number) => names.get(id) ?? ''
  const criterionOf = (key: string | null) => loaded.criteria.find((each) => each.key === key)
  const criterionName = (key: string | null) => (key === null ? null : textIn(language, criterionOf(key)?.name ?? {}) || key)
  const since = new Map(pool.mentees.map((mentee) => [mentee.id, new Date(mentee.since).toISOString()]))
  const summary = {
    project: loaded.projectKey,
    mentors: pool.mentors.length,
    mentees: pool.mentees.length,
    freePlaces: loaded.freePlaces,
    waitsSince: [...since.values()].toSorted()[0] ?? null,
    proposalCount: found.pairs.length,
    leftOverCount: leftOver.length,
    proposals: withReasons(pool, found.pairs.slice(0, MAX_SHOWN)).map(({ mentorId, menteeId, score, reasons }) => ({
      mentor: mentorId,
      mentorName: nameOf(mentorId),
      mentee: menteeId,
      menteeName: nameOf(menteeId),
      menteeSince: since.get(menteeId) ?? tools.now().toISOString(),
      score,
      compared: describeCompared(loaded.criteria, reasons, language),
    })),
    leftOver: leftOver.slice(0, MAX_SHOWN).map(({ id, ...why }: LeftOver) => ({
      person: id,
      name: nameOf(id),
      ...why,
      criterionName: criterionName(why.criterion),
    })),
    leftOverBy: countLeftOver(leftOver).map(({ criterion, ...row }) => ({ ...row, criterionName: criterionName(criterion) })),
    fairness: fairnessOf(pool, [...found.pairs, ...open], attributes, tools.now().getTime())
      .slice(0, MAX_FAIRNESS_ROWS)
      .map((row) => {
        const criterion = criterionOf(row.attribute)
        const [valueName = row.value] = criterion ? optionTextsOf(criterion, [row.value], language) : []
        return { ...row, attributeName: criterionName(row.attribute) ?? row.attribute, valueName }
      }),
  }
  return { projectId, loaded, pairs: found.pairs, summary }
}

/** How many are left over for each reason, most frequent first. */
function countLeftOver(leftOver: readonly LeftOver[]) {
  const groups = Map.groupBy(leftOver, ({ part, reason, criterion }) => JSON.stringify([part, reason, criterion]))
  return [...groups.values()]
    .flatMap((same) => (same[0] ? [{ ...same[0], count: same.length }] : []))
    .map(({ part, reason, criterion, count }) => ({ part, reason, criterion, count }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MAX_SHOWN)
}

/** Issues the prepared pairs as offers, unless it is a dry run. A closed programme makes no offers. */
export async function executeRun(ctx: ListenerCtx, run: PreparedRun, { dryRun }: { dryRun: boolean }): Promise<MatchRun> {
  if (!dryRun) {
    if ((await store.findRunProject(ctx.db, run.projectId))?.isClosed) throw conflict('matching.closed')
    await issue(ctx, run)
  }
  const { projectId, pairs, loaded } = run
  const changes = await recordRun(ctx.db, { projectId, pairs, open: loaded.open }, { at: ctx.now(), isDryRun: dryRun })
  return { ...run.summary, isDryRun: dryRun, changes }
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

type LoadedPool = {
  projectKey: string
  groupType: Plan['groupType']
  criteria: Plan['criteria']
  freePlaces: number
  pool: Pool
  names: ReadonlyMap<number, string>
  /** Offers that are already open. */
  open: readonly Pair[]
  /** Mentors who are not approved yet. */
  notApproved: readonly LeftOver[]
}

/** Everybody in the matching pool of a project, with their remaining capacity. */
async function loadPool(db: Db, projectId: number, now: Date): Promise<LoadedPool> {
  const [project, plan] = [await store.findRunProject(db, projectId), await findPlan(db, projectId)]
  if (!project || !plan) throw notFound('matching.no_plan')
  const people = await store.findPool(db, projectId, now)
  const open = await store.findOpenOffers(db, projectId)
  const members = await store.findMemberAnswers(db, projectId)
  const isUnapproved = ({ part, isApproved }: store.PoolRow) => part === 'mentor' && project.needsApproval && !isApproved
  const mentors = people.filter((person) => person.part === 'mentor' && !isUnapproved(person))
  const free = await findFreePlacesOf(
    db,
    mentors.map(({ personId }) => personId),
    now,
  )
  const counts = countOpen(open)
  const shown = (person: store.PoolRow, quota: number) => ({
    id: person.personId,
    since: person.since.getTime(),
    quota: Math.max(0, quota),
    answers: person.answers,
    attributes: { language: [person.language], programme: [project.key] },
  })
  return {
    projectKey: project.key,
    groupType: plan.groupType,
    criteria: plan.criteria,
    freePlaces: [...free.values()].reduce((sum, places) => sum + places, 0),
    pool: {
      criteria: plan.criteria.map(({ key, strength }) => ({ key, strength })),
      mentors: mentors.map((person) => {
        const { personId } = person
        const room = plan.exposure * (free.get(personId) ?? 0) - (counts.waiting.get(personId) ?? 0)
        return { ...shown(person, room), members: members.get(personId) ?? [] }
      }),
      mentees: people
        .filter(({ part }) => part === 'mentee')
        .map((person) => {
          const { personId } = person
          return shown(person, counts.taken.has(personId) ? 0 : plan.shortlist - (counts.waiting.get(personId) ?? 0))
        }),
      apart: [
        ...(await store.findApartPairsIn(db, projectId)),
        ...open.map(({ mentorId, menteeId }) => [mentorId, menteeId] as const),
      ],
    },
    names: new Map(people.map(({ personId, name }) => [personId, name])),
    open,
    notApproved: people
      .filter(isUnapproved)
      .map(({ personId }) => ({ id: personId, part: 'mentor', reason: 'not_approved', criterion: null })),
  }
}

/** Chosen and held offers take the mentor's places; the others only count as waiting. */
function countOpen(open: readonly store.OpenOffer[]) {
  const waiting = new Map<number, number>()
  const taken = new Set<number>()
  for (const { mentorId, menteeId, state } of open) {
    if (state === 'chosen' || state === 'held') taken.add(menteeId)
    else for (const id of [mentorId, menteeId]) waiting.set(id, (waiting.get(id) ?? 0) + 1)
  }
  return { waiting, taken }
}
