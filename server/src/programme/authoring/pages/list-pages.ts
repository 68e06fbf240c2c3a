import type { ContentRow } from '@saathi/contract/content/drafts'
import type { Ctx } from '#core/ctx.ts'
import { legalFiles } from '../../format/community.ts'
import { type Content, findContent, outOf, reachOf } from '../access.ts'
import { usedParts } from '../compose.ts'
import { hasChanges, ownershipOf, stateOf, titleOf } from '../drafts.ts'
import * as store from '../list-store.ts'
import { findNames } from '../surroundings-store.ts'
import { coverageOf } from '../texts.ts'
import type { PageKind } from './open-page.ts'
import { cardKeys } from './page-store.ts'

/** Always listed, so that they can be written from scratch. */
const fixedKeys = { faq: ['faq'], card: cardKeys, legal: Object.keys(legalFiles) } as const
export const fixedCounts = { faq: fixedKeys.faq.length, card: fixedKeys.card.length, legal: fixedKeys.legal.length }

/** Drafts nobody has published yet come first. */
export async function listPages(ctx: Ctx, kind: PageKind, languages: readonly string[]): Promise<ContentRow[]> {
  if (kind !== 'survey' && kind !== 'post') return describeAll(ctx, kind, fixedKeys[kind], languages)
  const listed = await (kind === 'survey' ? store.findListedSurveys(ctx.db, ctx.now()) : store.findListedPosts(ctx.db))
  const drafts = await describeAll(ctx, kind, await store.findDraftKeys(ctx.db, kind), languages)
  const rows = listed.flatMap((row): ContentRow[] => {
    const { maySee, mayWrite } = reachOf(ctx.actor, row.projects)
    const draft = drafts.find(({ key }) => key === row.key)
    return maySee ? [draft ?? describePublished(row, { kind, languages, mayWrite })] : []
  })
  const fresh = drafts.filter(({ key }) => !listed.some((row) => row.key === key))
  return [...fresh.toReversed(), ...rows]
}

async function describeAll(ctx: Ctx, kind: PageKind, keys: readonly string[], languages: readonly string[]) {
  const contents: Content[] = []
  for (const key of keys) {
    const content = await findContent(ctx, kind, key)
    if (content) contents.push(content)
  }
  const names = await findNames(
    ctx.db,
    contents.map(({ draft }) => draft?.changedBy ?? null),
  )
  return contents.map((content) => describe(content, { kind, languages, names, reader: ctx.actor.personId }))
}

const nothing = { cover: null, color: null, steps: null, minutes: null, inTheMiddle: null }

type Words = { kind: PageKind; languages: readonly string[] }

type Reading = Words & { names: ReadonlyMap<number, string>; reader: number }

function describe(content: Content, { kind, languages, names, reader }: Reading): ContentRow {
  const { key, draft, page, parts, translations, mayWrite } = content
  const changedAt = draft?.changedAt ?? (page && page.publishedAt.getTime() > 0 ? page.publishedAt : null)
  return {
    ...nothing,
    kind,
    key,
    title: titleOf(content),
    state: stateOf(content),
    version: outOf(content)?.version ?? null,
    hasChanges: hasChanges(content),
    languages: coverageOf(usedParts(parts), translations, languages),
    changedBy: draft?.changedBy ? (names.get(draft.changedBy) ?? null) : null,
    ...ownershipOf(content, reader),
    changedAt: changedAt?.toISOString() ?? null,
    scheduledFor: draft?.scheduledFor?.toISOString() ?? null,
    mayWrite,
  }
}

function describePublished(row: store.ListedText, { kind, languages, mayWrite }: Words & { mayWrite: boolean }): ContentRow {
  const { key, title, publishedAt, isTakenBack } = row
  return {
    ...nothing,
    kind,
    key,
    title: title ?? key,
    state: isTakenBack ? 'taken_back' : 'published',
    version: 1,
    hasChanges: false,
    languages: languages.map((language) => ({
      language,
      total: 1,
      missing: row.languages.includes(language) ? 0 : 1,
      behind: 0,
    })),
    changedBy: null,
    isChangedByReader: false,
    isMine: false,
    changedAt: publishedAt.toISOString(),
    scheduledFor: null,
    mayWrite,
  }
}
