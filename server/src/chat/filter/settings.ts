import { type FilterMode, type FilterRule, isPattern, TOO_WIDE_SHARE } from '@saathi/contract/chat/filter'
import { plainOf } from '@saathi/contract/chat/mentions'
import { DAY_MS } from '@saathi/contract/core/time'
import { can, hasProject } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { publishChannelsChanged } from '../server-events.ts'
import { compileRules } from './rules.ts'
import * as store from './rule-store.ts'
import type { RuleRecord } from './rule-store.ts'
import { readText } from './tokens.ts'

const RULES_MAX = 20
const PAST_MS = 30 * DAY_MS
const PAST_MAX = 20_000
const CHUNK = 500
const SAMPLES = 5
/** With fewer hits, the share is not meaningful. */
const FOUND_MIN = 5

type Filter = { mode: FilterMode; rules: FilterRule[] }
type RuleInput = { name: string; patterns: readonly string[] }

async function requireProgramme({ db, actor }: Ctx, projectId: number): Promise<void> {
  if (!can(actor, 'staff.safety', projectId) || !(await hasProject(db, projectId))) throw notFound('chat.project_not_found')
}

async function showFilter({ db }: Ctx, projectId: number): Promise<Filter> {
  const rules = await store.findRules(db, projectId)
  return { mode: await store.findMode(db, projectId), rules: rules.map(showRule) }
}

const isTooWide = ({ checked, found }: { checked: number; found: number }): boolean =>
  found >= FOUND_MIN && found > checked * TOO_WIDE_SHARE

function showRule({ id, name, version, patterns, activeVersion, replayedAt, checked, found }: RuleRecord): FilterRule {
  const counts = { checked: checked ?? 0, found: found ?? 0 }
  const replay = replayedAt === null ? null : { ...counts, isTooWide: isTooWide(counts), at: replayedAt.toISOString() }
  return { id, name, version, patterns, activeVersion, replay }
}

export async function getFilter(ctx: Ctx, projectId: number): Promise<Filter> {
  await requireProgramme(ctx, projectId)
  return showFilter(ctx, projectId)
}

/** Clears the cached channels of every server. Messages being written are checked again under the lock of their channel. */
const publishFilterChanged = (ctx: Ctx): void => publishChannelsChanged(ctx, null, [])

export async function setMode(ctx: Ctx, projectId: number, mode: FilterMode): Promise<Filter> {
  await requireProgramme(ctx, projectId)
  await store.saveMode(ctx.db, projectId, mode, { by: ctx.actor.personId, at: ctx.now() })
  publishFilterChanged(ctx)
  return showFilter(ctx, projectId)
}

function requirePatterns(patterns: readonly string[]): void {
  if (!patterns.every(isPattern)) throw badInput('chat.rule_refused')
}

export async function addRule(ctx: Ctx, projectId: number, { name, patterns }: RuleInput): Promise<Filter> {
  await requireProgramme(ctx, projectId)
  requirePatterns(patterns)
  if ((await store.findRules(ctx.db, projectId)).length >= RULES_MAX) throw conflict('chat.too_many_rules')
  const ruleId = await store.insertRule(ctx.db, projectId, name, ctx.now())
  await store.insertVersion(ctx.db, { ruleId, version: 1, patterns, by: ctx.actor.personId, at: ctx.now() })
  return showFilter(ctx, projectId)
}

/** Rules of other programmes look as if they did not exist. */
async function requireRule({ db, actor }: Ctx, id: number, version: number): Promise<RuleRecord> {
  const found = await store.findRule(db, id)
  if (!found || !can(actor, 'staff.safety', found.projectId)) throw notFound('chat.rule_not_found')
  if (found.version !== version) throw conflict('chat.rule_changed')
  return found
}

async function lockSeenRule(ctx: Ctx, id: number, version: number): Promise<RuleRecord> {
  await store.lockRule(ctx.db, id)
  return requireRule(ctx, id, version)
}

export async function changeRule(ctx: Ctx, id: number, { name, patterns, version }: RuleInput & { version: number }) {
  const found = await lockSeenRule(ctx, id, version)
  requirePatterns(patterns)
  await store.renameRule(ctx.db, id, name)
  const isSame = patterns.length === found.patterns.length && patterns.every((each, at) => each === found.patterns[at])
  if (!isSame) {
    const by = ctx.actor.personId
    await store.insertVersion(ctx.db, { ruleId: id, version: version + 1, patterns, by, at: ctx.now() })
  }
  return showFilter(ctx, found.projectId)
}

export async function replayRule(ctx: Ctx, id: number, version: number): Promise<Filter> {
  const found = await lockSeenRule(ctx, id, version)
  await store.saveReplay(ctx.db, found, await replay(ctx, found), ctx.now())
  return showFilter(ctx, found.projectId)
}

/** In small batches, so that the server can do other work in between. */
async function replay({ db, now }: Ctx, { projectId, patterns }: RuleRecord): Promise<store.Replayed> {
  const fits = compileRules(patterns)
  const since = new Date(now().getTime() - PAST_MS)
  const replayed = { checked: 0, found: 0, samples: new Array<number>() }
  let beforeId: number | null = null
  while (replayed.checked < PAST_MAX) {
    const past = await store.findPast(db, { projectId, since, beforeId, limit: CHUNK })
    for (const { id, text } of past) {
      beforeId = id
      if (!fits(readText(text))) continue
      replayed.found += 1
      if (replayed.samples.length < SAMPLES) replayed.samples.push(id)
    }
    replayed.checked += past.length
    if (past.length < CHUNK) break
    await new Promise((resolve) => setImmediate(resolve))
  }
  return replayed
}

/** The senders of the sampled messages. */
export async function findSampled(db: Db, id: number): Promise<number[]> {
  const samples = await store.findSamples(db, (await store.findRule(db, id))?.samples ?? [])
  return [...new Set(samples.flatMap(({ senderId }) => senderId ?? []))]
}

export async function readSamples(ctx: Ctx, id: number, version: number) {
  const found = await requireRule(ctx, id, version)
  if (found.replayedAt === null) throw conflict('chat.rule_not_replayed')
  const samples = await store.findSamples(ctx.db, found.samples ?? [])
  return { samples: samples.map(({ text, at }) => ({ text: plainOf(text), at: at.toISOString() })) }
}

export async function switchRule(
  ctx: Ctx,
  id: number,
  { version, isActive }: { version: number; isActive: boolean },
): Promise<Filter> {
  const found = await lockSeenRule(ctx, id, version)
  const { replay: counts } = showRule(found)
  if (isActive && counts === null) throw conflict('chat.rule_not_replayed')
  if (isActive && counts?.isTooWide) throw conflict('chat.rule_too_wide')
  await store.updateActiveVersion(ctx.db, id, isActive ? version : null)
  publishFilterChanged(ctx)
  return showFilter(ctx, found.projectId)
}
