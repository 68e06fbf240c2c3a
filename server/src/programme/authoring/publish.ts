import type { DraftKind } from '@saathi/contract/content/drafts'
import { findActiveLanguages } from '#accounts/public.ts'
import type { Ctx, Db, ListenerCtx } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import { replaceSessionParts, saveSessions } from '../load/content-store.ts'
import { lockLoading } from '../load/store.ts'
import type { NewVersion } from '../read/session-content.ts'
import { type Content, outOf, projectsOf, requireContent, requireWritable } from './access.ts'
import { composeVersion, picturesIn, type SessionDraft, sessionOf, usedParts } from './compose.ts'
import { findProblems, hasChanges } from './drafts.ts'
import * as store from './draft-store.ts'
import { openPublished } from './from-published.ts'
import { openPage } from './pages/open-page.ts'
import { publishPage } from './pages/publish-page.ts'
import { findPictures } from './published-store.ts'
import { takeBackPage } from './pages/take-back.ts'
import * as versions from './publish-store.ts'
import { asksForReview, countReaders, findBaseLanguage, findNames, findProjectKeys, isScheduled } from './surroundings-store.ts'
import { coverageOf, type Part, translatorFor } from './texts.ts'
import { recordPublication } from './versions.ts'
import { fixWording, isSameShape } from './wording.ts'

type Composed = { draft: SessionDraft; version: NewVersion; languages: string[]; toTexts: ReturnType<typeof translatorFor> }

async function compose(db: Db, { parts, translations }: Content): Promise<Composed> {
  const base = await findBaseLanguage(db)
  const languages = (await findActiveLanguages(db)).map(({ code }) => code).filter((code) => code !== base)
  const used = usedParts(parts)
  const draft = sessionOf(used)
  const toTexts = translatorFor(used, translations, languages)
  const pictures = new Map(
    (await findPictures(db, picturesIn(draft))).map(({ hash, width, height }) => [hash, { hash, width, height }]),
  )
  const offered = coverageOf(used, translations, languages).flatMap(({ language, missing }) => (missing === 0 ? [language] : []))
  return { draft, version: composeVersion(draft, toTexts, pictures), languages: offered, toTexts }
}

const isWordingOnly = ({ published, parts }: Content): boolean =>
  published !== null && isSameShape(sessionOf(openPublished(published).parts), sessionOf(parts))

/** The effects of publishing, shown before it is done. */
export async function getPublishing(ctx: Ctx, kind: DraftKind, key: string) {
  const content = await requireContent(ctx, kind, key)
  const { draft, published, parts, translations } = content
  const projects = projectsOf(parts)
  const projectIds = (await findProjectKeys(ctx.db, projects)).map(({ id }) => id)
  const languages = (await findActiveLanguages(ctx.db)).map(({ code }) => code)
  const base = await findBaseLanguage(ctx.db)
  const coverage = coverageOf(
    usedParts(parts),
    translations,
    languages.filter((code) => code !== base),
  )
  const names = await findNames(ctx.db, [draft?.approvedBy ?? null])
  const isApproved = draft !== null && draft.approvedRevision === draft.revision
  return {
    nextVersion: await findNextVersion(ctx.db, content),
    revision: draft?.revision ?? 0,
    ...(await countReaders(ctx.db, published?.id ?? null, projectIds)),
    problems: await findProblems(ctx.db, content),
    isWordingOnly: isWordingOnly(content),
    // Leave out languages without any translation.
    fallBack: coverage.flatMap(({ language, total, missing, behind }) => {
      const count = missing + behind
      return count > 0 && missing < total ? [{ language, parts: count, isOffered: missing === 0 }] : []
    }),
    needsReview: await asksForReview(ctx.db, projects),
    approvedBy: isApproved && draft.approvedBy !== null ? (names.get(draft.approvedBy) ?? null) : null,
  }
}

/**
 * Checks that this is the revision the author saw, that it has no problems, and that a second person has approved it where
 * required.
 */
export async function requireReady(ctx: Pick<Ctx, 'db'>, content: Content, revision: number): Promise<store.DraftRow> {
  const { draft, parts } = content
  if ((draft?.revision ?? 0) !== revision) throw conflict('content.draft_changed')
  if (!draft || (!hasChanges(content) && outOf(content)?.isTakenBack === false)) throw conflict('content.nothing_changed')
  if ((await findProblems(ctx.db, content)).length > 0) throw conflict('content.has_problems')
  if (draft.approvedRevision !== revision && (await asksForReview(ctx.db, projectsOf(parts))))
    throw conflict('content.needs_review')
  return draft
}

export async function publishDraft(ctx: Ctx, kind: DraftKind, key: string, { revision, way }: { revision: number; way: Way }) {
  const content = await requireWritable(ctx, kind, key)
  const draft = await requireReady(ctx, content, revision)
  if (way === 'wording' && !isWordingOnly(content)) throw conflict('content.not_wording')
  return { version: await publish(ctx, content, draft, { way, by: ctx.actor.personId }) }
}

/** The number of the next version; only sessions and legal texts are counted. */
async function findNextVersion(db: Db, content: Content): Promise<number> {
  const { published, page, kind } = content
  if (kind !== 'session') return kind === 'legal' && page ? page.version + 1 : 1
  const current = published && (await versions.findHash(db, published.versionId))
  const { version } = await compose(db, content)
  return (published?.version ?? 0) + (current === version.hash ? 0 : 1)
}

type Way = 'version' | 'wording'
/** `by`: null for a scheduled publication. */
type Publishing = { way: Way; by: number | null }

/** Publishes all or nothing. Returns the version that members now see. */
export async function publish(
  ctx: ListenerCtx,
  content: Content,
  draft: store.DraftRow,
  publishing: Publishing,
): Promise<number> {
  if (content.kind === 'session') return publishSession(ctx, content, draft, publishing)
  await lockLoading(ctx.db)
  const { kind, key, parts, translations } = content
  const used = usedParts(parts).map(({ name, body }) => ({ name, body }))
  const languages = (await findActiveLanguages(ctx.db)).map(({ code }) => code)
  const base = await findBaseLanguage(ctx.db)
  const others = languages.filter((code) => code !== base)
  await publishPage(ctx, { key, parts: used, toTexts: translatorFor(used, translations, others) })
  const out = outOf({ published: null, page: await openPage(ctx.db, kind, key, ctx.now()) })
  await markPublished(ctx.db, draft, used, out?.base ?? 0)
  const version = out?.version ?? 1
  await recordPublication(ctx.db, { kind, key, version, parts: used, at: ctx.now(), ...publishing })
  return version
}

/** In one transaction, so that readers see either the old or the new version. Versions that people have started stay. */
async function publishSession(
  ctx: ListenerCtx,
  content: Content,
  draft: store.DraftRow,
  publishing: Publishing,
): Promise<number> {
  await lockLoading(ctx.db)
  const composed = await compose(ctx.db, content)
  const sessionId = await saveAbout(ctx, content, composed)
  const { published } = content
  if (publishing.way === 'wording' && published) await fixWording(ctx.db, published, composed.draft, composed.version)
  else await versions.saveVersion(ctx.db, sessionId, composed.version, ctx.now())
  const used = usedParts(content.parts).map(({ name, body }) => ({ name, body }))
  const number = await versions.findNumber(ctx.db, sessionId)
  await markPublished(ctx.db, draft, used, number)
  const { kind, key } = content
  await recordPublication(ctx.db, { kind, key, version: number, parts: used, at: ctx.now(), ...publishing })
  return number
}

async function markPublished(db: Db, draft: store.DraftRow, used: readonly Part[], base: number): Promise<void> {
  await store.deletePartsExcept(
    db,
    draft.id,
    used.map(({ name }) => name),
  )
  await store.updateDraft(db, draft.id, {
    published_revision: draft.revision,
    base_version: base,
    published_parts: JSON.stringify(used),
    scheduled_for: null,
    asked_revision: null,
    asked_by: null,
    approved_revision: null,
    approved_by: null,
  })
}

/** Saves the fields that are not part of a version: title, overview, tags, programmes, cover. */
async function saveAbout(ctx: ListenerCtx, { key }: Content, { draft, languages, toTexts }: Composed): Promise<number> {
  const { session } = draft
  const row = {
    key,
    position: await versions.findPosition(ctx.db, key),
    title: session.title,
    overview: session.overview,
    color: session.color,
    bannerHash: session.cover,
    isLearningHub: session.isLearningHub,
    firstPlace: session.first,
  }
  const sessionId = (await saveSessions(ctx.db, [row], ctx.now())).get(key) ?? 0
  const [title, overview] = [toTexts('session', 'title', session.title), toTexts('session', 'overview', session.overview)]
  const projects = await findProjectKeys(ctx.db, session.projects)
  await replaceSessionParts(ctx.db, [sessionId], {
    texts: languages.map((language) => ({
      sessionId,
      language,
      title: title.locales[language] ?? title.text,
      overview: overview.locales[language] ?? overview.text,
    })),
    tags: session.tags.map((tagKey, at) => ({ sessionId, position: at + 1, tagKey })),
    projects: projects.map(({ id: projectId }) => ({ sessionId, projectId })),
  })
  return sessionId
}

/** Unpublishes a session; progress is kept. Refused if a schedule contains the session. */
export async function takeBack(ctx: Ctx, kind: DraftKind, key: string): Promise<void> {
  const content = await requireWritable(ctx, kind, key)
  if (kind !== 'session') return takeBackPage(ctx, content)
  const { published } = content
  if (!published?.publishedAt) throw conflict('content.not_published')
  if (await isScheduled(ctx.db, published.id)) throw conflict('content.in_schedule')
  await versions.unpublish(ctx.db, published.id)
}
