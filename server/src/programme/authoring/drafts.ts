import type { DraftBody, DraftContent, DraftPart, DraftProblem, DraftState, DraftKind } from '@saathi/contract/content/drafts'
import { findActiveLanguages } from '#accounts/public.ts'
import { bannerUrl } from '#content/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { badInput, conflict, forbidden } from '#core/errors.ts'
import { type Content, outOf, projectsOf, reachOf, requireContent, requireWritable } from './access.ts'
import { checkDraft } from './check-draft.ts'
import { countOpenComments } from './comment-store.ts'
import { picturesIn, picturesOf, sessionOf, usedParts } from './compose.ts'
import * as store from './draft-store.ts'
import { findPageProblems } from './pages/page-problems.ts'
import { findAnsweredStages } from './pages/survey-store.ts'
import { findAnswered, findPictures } from './published-store.ts'
import { asksForReview, findBaseLanguage, findNames, findProjectKeys, findTagKeys } from './surroundings-store.ts'
import { coverageOf } from './texts.ts'
import { recordFound } from './versions.ts'

const NO_DRAFT = { revision: 0, publishedRevision: 0, scheduledFor: null }

export const hasChanges = ({ draft }: Pick<Content, 'draft'>): boolean =>
  draft !== null && draft.revision !== draft.publishedRevision

/** Until its author asks again, publishes or discards it. */
export const isReturned = ({ draft }: Pick<Content, 'draft'>): boolean =>
  draft !== null && (draft.returnedRevision ?? 0) > draft.publishedRevision

export function stateOf({ draft, published, page }: Pick<Content, 'draft' | 'published' | 'page'>): DraftState {
  if (draft?.scheduledFor) return 'scheduled'
  if (draft && hasChanges({ draft })) return draft.askedRevision === draft.revision ? 'in_review' : 'draft'
  const out = outOf({ published, page })
  return out ? (out.isTakenBack ? 'taken_back' : 'published') : 'draft'
}

/** Whether this person made the last change, and whether they wrote or translated a part. */
export function ownershipOf({ draft, parts, translations }: Content, personId: number) {
  const isChangedByReader = draft?.changedBy === personId
  const isMine = isChangedByReader || [...parts, ...translations].some(({ changedBy }) => changedBy === personId)
  return { isChangedByReader, isMine }
}

/** Empty for the FAQ and cards, which have no title. */
export function titleOf({ parts, key }: Pick<Content, 'parts' | 'key'>): string {
  const body = parts.find(({ name }) => !name.includes(':'))?.body
  switch (body?.kind) {
    case 'post':
      return (body.event === 'quote' ? body.text : body.title) || key
    case 'survey':
      return body.name || key
    case 'session':
    case 'legal':
      return body.title || key
    default:
      return key
  }
}

export async function getDraft(ctx: Ctx, kind: DraftKind, key: string): Promise<DraftContent> {
  const content = await requireContent(ctx, kind, key)
  const { draft, published, page, parts, translations, mayWrite } = content
  const names = await findNames(ctx.db, [
    draft?.askedBy ?? null,
    draft?.approvedBy ?? null,
    draft?.returnedBy ?? null,
    ...parts.map(({ changedBy }) => changedBy),
  ])
  const nameOf = (id: number | null | undefined) => (id ? (names.get(id) ?? null) : null)
  const { revision, scheduledFor } = draft ?? NO_DRAFT
  const base = await findBaseLanguage(ctx.db)
  const languages = (await findActiveLanguages(ctx.db)).map(({ code }) => code).filter((code) => code !== base)
  const media = await findPictures(ctx.db, picturesOf(parts))
  return {
    kind,
    key,
    title: titleOf(content),
    state: stateOf(content),
    version: outOf(content)?.version ?? null,
    revision,
    hasChanges: hasChanges(content),
    scheduledFor: scheduledFor?.toISOString() ?? null,
    mayWrite,
    needsReview: await asksForReview(ctx.db, projectsOf(parts)),
    askedBy: draft?.askedRevision === revision ? nameOf(draft?.askedBy) : null,
    approvedBy: draft?.approvedRevision === revision ? nameOf(draft?.approvedBy) : null,
    isReturned: isReturned(content),
    returnedBy: isReturned(content) ? nameOf(draft?.returnedBy) : null,
    mayApprove: draft !== null && mayWrite && mayApprove(content, ctx.actor.personId),
    parts: parts.map((part) => showPart(part, nameOf(part.changedBy))),
    problems: await findProblems(ctx.db, content),
    languages: coverageOf(usedParts(parts), translations, languages),
    openComments: draft ? await countOpenComments(ctx.db, draft.id) : 0,
    locked: published
      ? await findAnswered(ctx.db, published.versionId)
      : page?.survey
        ? await findAnsweredStages(ctx.db, page.survey.id)
        : [],
    media: media.map(({ hash, name, bytes }) => ({ hash, name, bytes, url: bannerUrl(hash) ?? '' })),
  }
}

/**
 * The approver must be a second person: not the one who asked, nor anybody who changed or translated something since the last
 * publication.
 */
export function mayApprove({ draft, parts, translations }: Content, personId: number): boolean {
  if (!draft || draft.askedRevision !== draft.revision || draft.askedBy === personId) return false
  return ![...parts, ...translations].some(
    ({ changedBy, draftRevision = 0 }) => changedBy === personId && draftRevision > draft.publishedRevision,
  )
}

const showPart = ({ name, revision, body, changedAt }: store.PartRow, changedBy: string | null): DraftPart => ({
  name,
  revision,
  body,
  changedBy,
  changedAt: changedAt?.toISOString() ?? null,
})

export async function findProblems(db: Db, { kind, key, parts, published, page }: Content): Promise<DraftProblem[]> {
  if (kind !== 'session') return findPageProblems(db, { key, parts, page })
  const draft = sessionOf(parts)
  const pictures = await findPictures(db, picturesIn(draft))
  const before = published?.quizzes ?? []
  const answered = published ? await findAnswered(db, published.versionId) : []
  return checkDraft(draft, {
    key,
    baseLanguage: await findBaseLanguage(db),
    tags: await findTagKeys(db),
    projects: (await findProjectKeys(db, draft.session.projects)).map((project) => project.key),
    pictures: new Map(pictures.map(({ hash, name }) => [hash, `${hash}${name.slice(name.lastIndexOf('.'))}`])),
    locked: answered.flatMap(({ quiz, question }) => {
      const stored = before.find((each) => each.key === quiz)?.content.questions.find((each) => each.key === question)
      return stored ? [{ quiz, question, questionType: stored.questionType }] : []
    }),
  })
}

/** The parts of each kind. The part named like the kind exists exactly once. */
const partKinds: Readonly<Record<DraftKind, readonly string[]>> = {
  session: ['session', 'step', 'quiz'],
  survey: ['survey', 'stage'],
  post: ['post'],
  faq: ['faq'],
  card: ['card'],
  legal: ['legal'],
}

type PartChange = { name: string; revision: number; body: DraftBody }

/** `revision` is the one the author saw, so that a colleague's newer change is not overwritten. */
export async function savePart(ctx: Ctx, kind: DraftKind, key: string, { name, revision, body }: PartChange) {
  const content = await requireWritable(ctx, kind, key)
  const [head = ''] = name.split(':')
  const isMain = head === kind
  if (head !== body.kind || !partKinds[kind].includes(head) || isMain !== (name === head)) throw badInput('content.bad_part')
  if ((content.parts.find((part) => part.name === name)?.revision ?? 0) !== revision) throw conflict('content.part_changed')
  if (body.kind === 'session' || body.kind === 'survey') await requireReach(ctx, body.projects)
  const { id, revision: before } = await startDraft(ctx, content)
  const draftRevision = before + 1
  const change = { by: ctx.actor.personId, at: ctx.now() }
  await store.saveParts(ctx.db, { draftId: id, parts: [{ name, body }], draftRevision, ...change })
  await store.updateDraft(ctx.db, id, { revision: draftRevision, changed_by: change.by, changed_at: change.at })
  const after = await requireContent(ctx, kind, key)
  const part = after.parts.find((each) => each.name === name)
  if (!part) throw new Error(`${name} was saved but is missing`)
  const names = await findNames(ctx.db, [change.by])
  return {
    part: showPart(part, names.get(change.by) ?? null),
    revision: draftRevision,
    problems: await findProblems(ctx.db, after),
  }
}

/** Writing content for a programme, or for everybody, requires the right there. */
async function requireReach(ctx: Ctx, projects: readonly string[]): Promise<void> {
  const found = await findProjectKeys(ctx.db, projects)
  const isKnown = found.length === new Set(projects).size
  if (
    !isKnown ||
    !reachOf(
      ctx.actor,
      found.map(({ id }) => id),
    ).mayWrite
  )
    throw forbidden('content.not_yours')
}

/** The first change copies everything that is published, so that a folder loaded later cannot mix with it. */
export async function startDraft(ctx: Ctx, content: Content) {
  const { kind, key, draft, parts, translations } = content
  if (draft) return draft
  const outdated = await store.findDraft(ctx.db, kind, key)
  if (outdated) await store.deleteDraft(ctx.db, outdated.id)
  const at = ctx.now()
  const copied = parts.map(({ name, body }) => ({ name, body }))
  const out = outOf(content)
  const start = { kind, key, baseVersion: out?.base ?? 0, published: copied }
  const id = await store.insertDraft(ctx.db, start, { by: ctx.actor.personId, at })
  await store.insertTranslations(ctx.db, id, translations, at)
  await store.saveParts(ctx.db, { draftId: id, parts: copied, draftRevision: 0, by: null, at })
  if (out) await recordFound(ctx.db, { kind, key, version: out.version, parts: copied, at })
  return { id, revision: 0, publishedRevision: 0 }
}

export async function discardDraft(ctx: Ctx, kind: DraftKind, key: string, revision: number): Promise<void> {
  const content = await requireWritable(ctx, kind, key)
  const { draft } = content
  if ((draft?.revision ?? 0) !== revision) throw conflict('content.draft_changed')
  if (!draft) return
  const before = draft.publishedParts
  if (!outOf(content) || !before) return store.deleteDraft(ctx.db, draft.id)
  const now = { by: null, at: ctx.now() }
  await store.saveParts(ctx.db, { draftId: draft.id, parts: before, draftRevision: revision + 1, ...now })
  await store.deletePartsExcept(
    ctx.db,
    draft.id,
    before.map(({ name }) => name),
  )
  await store.updateDraft(ctx.db, draft.id, { revision: revision + 1, published_revision: revision + 1, changed_at: now.at })
}
