import { type DeskTask, MAX_DESK_TASKS } from '@saathi/contract/content/desk-calls'
import { findActiveLanguages } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { type Content, findContent } from '../access.ts'
import { usedParts } from '../compose.ts'
import { isReturned, mayApprove, titleOf } from '../drafts.ts'
import { findBaseLanguage, findNames } from '../surroundings-store.ts'
import { textsOf } from '../texts.ts'
import { type Candidate, findCandidates } from './task-store.ts'

type NameOf = (id: number | null) => string | null

/** What this person can do now. Content that they may only read gives them nothing to do. */
export async function listTasks(ctx: Ctx): Promise<DeskTask[]> {
  const found: { content: Content; comments: Candidate['comments'] }[] = []
  for (const { kind, key, comments } of await findCandidates(ctx.db, ctx.actor.personId)) {
    const content = await findContent(ctx, kind, key)
    if (content?.draft && content.mayWrite) found.push({ content, comments })
  }
  const names = await findNames(
    ctx.db,
    found.flatMap(({ content: { draft }, comments }) => [
      draft?.askedBy ?? null,
      draft?.returnedBy ?? null,
      comments?.by ?? null,
    ]),
  )
  const nameOf: NameOf = (id) => (id === null ? null : (names.get(id) ?? null))
  const base = await findBaseLanguage(ctx.db)
  const languages = (await findActiveLanguages(ctx.db)).map(({ code }) => code).filter((code) => code !== base)
  const tasks = found.flatMap(({ content, comments }) => [
    ...listReviews(content, ctx.actor.personId, nameOf),
    ...(comments
      ? [{ type: 'comments' as const, ...aboutOf(content), ...whenBy(comments.at, comments.by, nameOf), count: comments.count }]
      : []),
    ...listTranslations(content, languages),
  ])
  return tasks.toSorted((one, other) => (other.at ?? '').localeCompare(one.at ?? '')).slice(0, MAX_DESK_TASKS)
}

const aboutOf = (content: Content) => ({ kind: content.kind, key: content.key, title: titleOf(content) })
const whenBy = (at: Date, by: number | null, nameOf: NameOf) => ({ at: at.toISOString(), by: nameOf(by) })

/** Reviews of others that this person may decide, and their own drafts that came back. */
function listReviews(content: Content, personId: number, nameOf: NameOf): DeskTask[] {
  const { draft } = content
  // A scheduled draft cannot be changed until its time.
  if (!draft || draft.scheduledFor) return []
  const { askedBy, askedAt, approvedRevision, revision, returnedTo, returnedBy, returnedAt, changedAt } = draft
  if (mayApprove(content, personId) && approvedRevision !== revision)
    return [{ type: 'review', ...aboutOf(content), ...whenBy(askedAt ?? changedAt, askedBy, nameOf) }]
  if (returnedTo === personId && isReturned(content))
    return [{ type: 'returned', ...aboutOf(content), ...whenBy(returnedAt ?? changedAt, returnedBy, nameOf) }]
  return []
}

/** For each language, how many texts have changed since they were translated. */
function listTranslations(content: Content, languages: readonly string[]): DeskTask[] {
  if (content.draft?.scheduledFor) return []
  const texts = usedParts(content.parts).flatMap((part) =>
    textsOf(part).flatMap(({ path, text, isOptional }) =>
      isOptional ? [] : [{ place: `${part.name} ${path}`, text, changedAt: part.changedAt }],
    ),
  )
  return languages.flatMap((language): DeskTask[] => {
    const seen: ReadonlyMap<string, string> = new Map(
      content.translations.flatMap((each) =>
        each.language === language && each.body !== '' ? [[`${each.part} ${each.path}`, each.source]] : [],
      ),
    )
    const behind = texts.filter(({ place, text }) => (seen.get(place) ?? text) !== text)
    if (behind.length === 0) return []
    const oldest = behind.flatMap(({ changedAt }) => changedAt?.toISOString() ?? []).toSorted()[0]
    return [{ type: 'translation', ...aboutOf(content), language, count: behind.length, at: oldest ?? null }]
  })
}
