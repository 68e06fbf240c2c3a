import type { ContentRow, DraftKind, LanguageCoverage } from '@saathi/contract/content/drafts'
import { findActiveLanguages, findProjects, scopeOf } from '#accounts/public.ts'
import { bannerUrl } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { ACTION, type Content, findContent, reachOf } from './access.ts'
import { sessionOf, usedParts } from './compose.ts'
import { hasChanges, ownershipOf, stateOf, titleOf } from './drafts.ts'
import * as store from './list-store.ts'
import { fixedCounts, listPages } from './pages/list-pages.ts'
import { findBaseLanguage, findNames } from './surroundings-store.ts'
import { coverageOf } from './texts.ts'

export async function listContent(ctx: Ctx, kind: DraftKind) {
  const base = await findBaseLanguage(ctx.db)
  const languages = (await findActiveLanguages(ctx.db)).map(({ code }) => code).filter((code) => code !== base)
  const rows = kind === 'session' ? await listSessions(ctx, languages) : await listPages(ctx, kind, languages)
  const sessions = kind === 'session' ? rows.length : (await listSessions(ctx, languages)).length
  const scope = scopeOf(ctx.actor, ACTION)
  const reviewed = await store.findReviewed(ctx.db)
  const programmes = (await findProjects(ctx.db)).filter(({ id }) => scope === 'all' || scope.has(id))
  return {
    rows,
    counts: { session: sessions, ...(await store.countKinds(ctx.db)), ...fixedCounts },
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
      isChangedByReader: false,
      isMine: false,
      changedAt: row.changedAt?.toISOString() ?? null,
      scheduledFor: null,
      mayWrite,
    }
    return [content?.draft ? { ...own, ...describe(ctx, content, languages, names) } : own]
  })
  const known = new Set(listed.map(({ key }) => key))
  const fresh = [...drafts.values()].flatMap((content) =>
    known.has(content.key) ? [] : [describe(ctx, content, languages, names)],
  )
  return [...fresh.toReversed().map((row) => ({ ...nothing, ...row })), ...published]
}

const nothing = { version: null, inTheMiddle: null }

/** Uses the draft's texts, which are newer than the published ones. */
function describe({ actor }: Ctx, content: Content, languages: readonly string[], names: ReadonlyMap<number, string>) {
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
    ...ownershipOf(content, actor.personId),
    changedAt: draft?.changedAt.toISOString() ?? null,
    scheduledFor: draft?.scheduledFor?.toISOString() ?? null,
    mayWrite,
  }
}
