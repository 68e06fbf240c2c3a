import { type WorkRule, workLimits } from '@saathi/contract/worklist/rules'
import type { ListenerCtx } from '#core/ctx.ts'
import {
  collectDecisions,
  collectPairFacts,
  collectPersonFacts,
  type Decision,
  type PairFacts,
  type PersonFacts,
} from './facts.ts'
import * as store from './item-store.ts'
import { publishWorkChanged } from './publish.ts'
import { decisionRules, pairRules, personRules, type Rule } from './rules.ts'
import { findLimits, type Limits } from './settings-store.ts'

type ReviewCtx = Pick<ListenerCtx, 'db' | 'now' | 'domains' | 'push'>

/** Updates the rows of these pairs: opens new ones and closes those that no longer apply. */
export async function reviewPairs(ctx: ReviewCtx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await store.lockReviews(ctx.db)
  const facts = await collectPairFacts(ctx, ids)
  const found = await judgeAll(ctx, facts, pairRules, ({ id }: PairFacts) => ({
    subject: 'pair',
    mentorshipId: id,
    personId: null,
    ownerId: null,
  }))
  await settle(ctx, await store.findOpenOf(ctx.db, 'pair', ids), found)
}

/** `ids`: null reviews everybody. */
export async function reviewPeople(ctx: ReviewCtx, ids: readonly number[] | null): Promise<void> {
  if (ids?.length === 0) return
  await store.lockReviews(ctx.db)
  const facts = await collectPersonFacts(ctx, ids)
  const found = await judgeAll(ctx, facts, personRules, ({ id, contact }: PersonFacts, rule) => ({
    subject: 'person',
    mentorshipId: null,
    personId: id,
    ownerId: rule === 'contact_overdue' ? (contact?.staffId ?? null) : null,
  }))
  await settle(ctx, await store.findOpenOf(ctx.db, 'person', ids), found)
}

export async function reviewDecisions(ctx: ReviewCtx): Promise<void> {
  await store.lockReviews(ctx.db)
  const facts = await collectDecisions(ctx)
  const found = await judgeAll(ctx, facts, decisionRules, ({ subject, personId }: Decision) => ({
    subject,
    mentorshipId: null,
    personId,
    ownerId: null,
  }))
  const open = [...(await store.findOpenOf(ctx.db, 'group', null)), ...(await store.findOpenOf(ctx.db, 'programme', null))]
  await settle(ctx, open, found)
}

const limitOf = (limits: Limits, projectId: number, rule: WorkRule): number | null => {
  const own = limits.get(`${projectId} ${rule}`)
  if (!own) return workLimits[rule].usual
  return own.isOn ? own.limit : null
}

type About = Pick<store.NewItem, 'subject' | 'mentorshipId' | 'personId' | 'ownerId'>

async function judgeAll<Facts extends { id: number; projectId: number }>(
  ctx: ReviewCtx,
  all: readonly Facts[],
  rules: readonly Rule<Facts>[],
  about: (facts: Facts, rule: WorkRule) => About,
): Promise<store.NewItem[]> {
  const limits = await findLimits(ctx.db)
  const now = ctx.now()
  return all.flatMap((facts) =>
    rules.flatMap(({ rule, judge }) => {
      const limit = limitOf(limits, facts.projectId, rule)
      const finding = limit === null ? null : judge(facts, limit, now)
      if (limit === null || !finding) return []
      return [{ ...about(facts, rule), ...finding, rule, limit, subjectId: facts.id, projectId: facts.projectId }]
    }),
  )
}

const keyOf = ({ rule, subject, subjectId }: Pick<store.NewItem, 'rule' | 'subject' | 'subjectId'>) =>
  `${rule} ${subject} ${subjectId}`
const contentOf = ({ since, dueAt, limit, fact }: Pick<store.NewItem, 'since' | 'dueAt' | 'limit' | 'fact'>) =>
  JSON.stringify([since, dueAt, limit, fact.count, fact.everyDays, fact.side, fact.until])

async function settle(ctx: ReviewCtx, open: readonly store.OpenItem[], found: readonly store.NewItem[]): Promise<void> {
  const known = new Map(open.map((item) => [keyOf(item), item]))
  const foundKeys = new Set(found.map(keyOf))
  const obsolete = open.filter((item) => !foundKeys.has(keyOf(item)))
  const added = found.filter((item) => !known.has(keyOf(item)))
  const changed = found.flatMap((item) => {
    const before = known.get(keyOf(item))
    return before && contentOf(before) !== contentOf(item) ? [{ ...item, id: before.id }] : []
  })
  await store.closeItems(
    ctx.db,
    obsolete.map(({ id }) => id),
    ctx.now(),
  )
  await store.insertItems(ctx.db, added, ctx.now())
  await store.updateItems(ctx.db, changed)
  const projects = [...obsolete, ...added, ...changed].map(({ projectId }) => projectId)
  await publishWorkChanged(ctx, projects)
}
