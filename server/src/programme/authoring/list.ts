import type { ContentRow, DraftKind, LanguageCoverage } from '@saathi/contract/content/drafts'
import { findActiveLanguages, findProjects, scopeOf } from '#accounts/public.ts'
import { bannerUrl } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, forbidden } from '#core/errors.ts'
import { ACTION, type Content, findContent, reachOf } from './access.ts'
import { sessionOf, usedParts } from './compose.ts'
import { hasChanges, stateOf, titleOf } from './drafts.ts'
import * as draftStore from './draft-store.ts'
import * as store from './list-store.ts'
import { findSession } from './published-store.ts'
import { findBaseLanguage, findNames, findProjectKey } from './surroundings-store.ts'
import { coverageOf } from './texts.ts'

export async function listContent(ctx: Ctx, kind: DraftKind) {
  const base = await findBaseLanguage(ctx.db)
  const languages = (await findActiveLanguages(ctx.db)).map(({ code }) => code).filter((code) => code !== base)
  const rows = kind === 'session' ? await listSessions(ctx, languages) : await listTexts(ctx, kind, languages)
  const sessions = kind === 'session' ? rows.length : (await listSessions(ctx, languages)).length
  const scope = scopeOf(ctx.actor, ACTION)
  const reviewed = await store.findReviewed(ctx.db)
  const programmes = (await findProjects(ctx.db)).filter(({ id }) => scope === 'all' || scope.has(id))
  return {
    rows,
    counts: { session: sessions, ...(await store.countKinds(ctx.db)) },
    programmes: programmes.map(({ id, key, name }) => ({ id, key, name, reviewsContent: reviewed.has(id) })),
    isForAll: scope === 'all',
  }
}

const spread = (languages: readonly string[], complete: readonly string[]): LanguageCoverage[] =>
  languages.map((language) => ({ language, total: 1, missing: complete.includes(language) ? 0 : 1, behind: 0 }))

async function listSessions(ctx: Ctx, languages: readonly string[]): Promise<ContentRow[]> {
  const listed = await store.findListedSessions(ctx.db)
  const drafts = new Map<string, Content>()
  for (const key of await store.findDraftKeys(ctx.db, 'session')) {
    const content = await findContent(ctx, 'session', key)
    if (content) drafts.set(key, content)
  }
  const names = await findNames(
    ctx.db,
    [...drafts.values()].map(({ draft }) => draft?.changedBy ?? null),
  )
  const published = listed.flatMap((row): ContentRow[] => {
    const { maySee, mayWrite } = reachOf(ctx.actor, row.projects)
    if (!maySee) return []
    const content = drafts.get(row.key)
    const own: ContentRow = {
      kind: 'session',
      key: row.key,
      title: row.title,
      state: row.publishedAt ? 'published' : 'taken_back',
      version: row.version,
      hasChanges: false,
      cover: bannerUrl(row.cover),
      color: row.color,
      steps: row.steps,
      minutes: row.minutes,
      languages: spread(languages, row.languages),
      inTheMiddle: row.inTheMiddle,
      changedBy: null,
      changedAt: row.changedAt?.toISOString() ?? null,
      scheduledFor: null,
      mayWrite,
    }
    return [content?.draft ? { ...own, ...describe(content, languages, names) } : own]
  })
  const known = new Set(listed.map(({ key }) => key))
  const fresh = [...drafts.values()].flatMap((content) => (known.has(content.key) ? [] : [describe(content, languages, names)]))
  return [...fresh.toReversed().map((row) => ({ ...nothing, ...row })), ...published]
}

const nothing = { version: null, inTheMiddle: null }

/** A row of a draft, whose words are newer than those that are published. */
function describe(content: Content, languages: readonly string[], names: ReadonlyMap<number, string>) {
  const { draft, key, parts, translations, mayWrite } = content
  const { session } = sessionOf(parts)
  return {
    kind: 'session' as const,
    key,
    title: titleOf(content),
    state: stateOf(content),
    hasChanges: hasChanges(content),
    cover: bannerUrl(session.cover),
    color: /^#[0-9A-F]{6}$/.test(session.color) ? session.color : null,
    steps: session.steps.length,
    minutes: session.steps.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0),
    languages: coverageOf(usedParts(parts), translations, languages),
    changedBy: draft?.changedBy ? (names.get(draft.changedBy) ?? null) : null,
    changedAt: draft?.changedAt.toISOString() ?? null,
    scheduledFor: draft?.scheduledFor?.toISOString() ?? null,
    mayWrite,
  }
}

async function listTexts(ctx: Ctx, kind: Exclude<DraftKind, 'session'>, languages: readonly string[]): Promise<ContentRow[]> {
  const rows = await store.findListedTexts(ctx.db, kind)
  return rows.map(({ key, title, version, changedAt, languages: complete }) => ({
    kind,
    key,
    title,
    state: changedAt && changedAt > ctx.now() ? 'scheduled' : 'published',
    version,
    hasChanges: false,
    cover: null,
    color: null,
    steps: null,
    minutes: null,
    languages: spread(languages, complete ?? []),
    inTheMiddle: null,
    changedBy: null,
    changedAt: changedAt?.toISOString() ?? null,
    scheduledFor: kind === 'post' && changedAt && changedAt > ctx.now() ? changedAt.toISOString() : null,
    mayWrite: false,
  }))
}

const FIRST_MINUTES = 5

/** 'Say hello, set your rhythm' → 'say-hello-set-your-rhythm'. A title without Latin letters has none to use. */
function asKey(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['session']
  return words.join('-').slice(0, 40).replace(/-$/, '')
}

type NewSession = { title: string; projectId: number | null }

export async function createSession(ctx: Ctx, { title, projectId }: NewSession): Promise<{ key: string }> {
  const project = projectId === null ? null : await findProjectKey(ctx.db, projectId)
  if (project === undefined || !reachOf(ctx.actor, projectId === null ? [] : [projectId]).mayWrite)
    throw forbidden('content.not_yours')
  const key = await findFreeKey(ctx, asKey(title))
  const change = { by: ctx.actor.personId, at: ctx.now() }
  const draftId = await draftStore.insertDraft(ctx.db, { kind: 'session', key, baseVersion: 0, published: null }, change)
  const session = {
    kind: 'session' as const,
    title: title.trim(),
    overview: '',
    tags: [],
    color: '#FA86A3',
    cover: null,
    isLearningHub: true,
    first: null,
    projects: project ? [project.key] : [],
    steps: [{ key: 'step-1', title: '', durationMinutes: FIRST_MINUTES }],
  }
  const parts = [
    { name: 'session', body: session },
    { name: 'step:step-1', body: { kind: 'step' as const, blocks: [] } },
  ]
  await draftStore.saveParts(ctx.db, { draftId, parts, draftRevision: 1, ...change })
  await draftStore.updateDraft(ctx.db, draftId, { revision: 1 })
  return { key }
}

const MAX_TRIES = 200

async function findFreeKey(ctx: Ctx, wanted: string): Promise<string> {
  await draftStore.lockDraft(ctx.db, 'session', '')
  for (let number = 1; number <= MAX_TRIES; number += 1) {
    const key = number === 1 ? wanted : `${wanted}-${number}`
    if (!(await findSession(ctx.db, key)) && !(await draftStore.findDraft(ctx.db, 'session', key))) return key
  }
  throw conflict('content.draft_changed')
}
