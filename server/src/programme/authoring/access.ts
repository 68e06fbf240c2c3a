import type { DraftKind } from '@saathi/contract/content/drafts'
import { scopeOf, covers } from '#accounts/public.ts'
import type { Actor, Ctx } from '#core/ctx.ts'
import { conflict, forbidden, notFound } from '#core/errors.ts'
import {
  type DraftRow,
  findDraft,
  findParts,
  findTranslations,
  lockDraft,
  type PartRow,
  type TranslatedRow,
} from './draft-store.ts'
import { openPublished } from './from-published.ts'
import { emptyPage, openPage, type PublishedPage } from './pages/open-page.ts'
import { findProjectKeys } from './surroundings-store.ts'
import { findSession, findWhole, type PublishedSession } from './published-store.ts'
import type { Part, Translation } from './texts.ts'

export const ACTION = 'staff.content'

export type Content = {
  kind: DraftKind
  key: string
  /** Null if nothing differs from what is published. */
  draft: DraftRow | null
  /** The published session, for content of that kind. */
  published: PublishedSession | null
  /** The published content of other kinds. */
  page: PublishedPage | null
  parts: PartRow[]
  translations: (Translation & Partial<TranslatedRow>)[]
  mayWrite: boolean
}

/** Content without a programme is for everybody, so writing it requires a right in all programmes. */
export function reachOf(actor: Actor, projectIds: readonly number[]): { maySee: boolean; mayWrite: boolean } {
  const scope = scopeOf(actor, ACTION)
  if (projectIds.length === 0) return { maySee: true, mayWrite: covers(scope, null) }
  return { maySee: projectIds.some((id) => covers(scope, id)), mayWrite: projectIds.every((id) => covers(scope, id)) }
}

/** Foreign content gets the same reply as absent content. */
export async function requireContent(ctx: Ctx, kind: DraftKind, key: string): Promise<Content> {
  const content = await findContent(ctx, kind, key)
  if (!content) throw notFound('content.draft_not_found')
  return content
}

/** Locked until the end of the transaction. */
export async function requireOwn(ctx: Ctx, kind: DraftKind, key: string): Promise<Content> {
  await lockDraft(ctx.db, kind, key)
  const content = await requireContent(ctx, kind, key)
  if (!content.mayWrite) throw forbidden('content.not_yours')
  return content
}

/** A scheduled draft cannot be changed until its time. */
export async function requireWritable(ctx: Ctx, kind: DraftKind, key: string): Promise<Content> {
  const content = await requireOwn(ctx, kind, key)
  if (content.draft?.scheduledFor) throw conflict('content.is_scheduled')
  return content
}

type FindCtx = Pick<Ctx, 'db' | 'now'> & { actor: Actor | null }

/** The published state of any kind of content. `base` is the version that a draft starts from. */
export function outOf({ published, page }: Pick<Content, 'published' | 'page'>) {
  if (published) {
    const { version, publishedAt, projects } = published
    return { version, base: version, isTakenBack: publishedAt === null, projects }
  }
  return page && { version: page.version, base: page.fingerprint, isTakenBack: page.isTakenBack, projects: page.projects }
}

/** Without an actor, as in jobs, nothing is filtered by rights. */
export async function findContent(ctx: FindCtx, kind: DraftKind, key: string): Promise<Content | null> {
  const stored = await findDraft(ctx.db, kind, key)
  const row = kind === 'session' ? await findSession(ctx.db, key) : null
  const published = row && (await findWhole(ctx.db, row))
  const page = kind === 'session' ? null : await openPage(ctx.db, kind, key, ctx.now())
  const out = outOf({ published, page })
  const empty = kind === 'session' || stored || page ? null : emptyPage(kind, key)
  if (!stored && !out && !empty) return null
  // A folder was loaded since then: an unchanged draft follows it.
  const isOutdated = stored && out && stored.baseVersion !== out.base && stored.revision === stored.publishedRevision
  const draft = isOutdated ? null : stored
  const opened = draft ? null : published ? openPublished(published) : (page ?? { parts: empty ?? [], translations: [] })
  const parts = opened ? opened.parts.map(asPublished) : draft ? await findParts(ctx.db, draft.id) : []
  const projects = await findProjectKeys(ctx.db, [...(out?.projects ?? []), ...projectsOf(parts)])
  const isForAll = (out ? out.projects.length === 0 : false) || projectsOf(parts).length === 0
  const own = ctx.actor
    ? reachOf(
        ctx.actor,
        projects.map(({ id }) => id),
      )
    : { maySee: true, mayWrite: true }
  const mayWrite = own.mayWrite && (!isForAll || !ctx.actor || reachOf(ctx.actor, []).mayWrite)
  // An unpublished draft for everybody is visible only to people who could publish it.
  if (!(own.maySee && (out || mayWrite || projects.length > 0))) return null
  const translations = opened?.translations ?? (draft ? await findTranslations(ctx.db, draft.id) : [])
  return { kind, key, draft, published, page, parts, translations, mayWrite }
}

const asPublished = (part: Part): PartRow => ({ ...part, revision: 0, draftRevision: 0, changedBy: null, changedAt: null })

export function projectsOf(parts: readonly Part[]): string[] {
  const body = parts.find(({ name }) => name === 'session' || name === 'survey')?.body
  return body?.kind === 'session' || body?.kind === 'survey' ? body.projects : []
}
