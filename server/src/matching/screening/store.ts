import { CheckKind } from '@saathi/contract/matching/screening-calls'
import { sql } from 'kysely'
import type { Scope } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

const mentorRoles = ['Mentor', 'GroupMentor']

/** Active mentors of these programmes who are seeking mentees or are approved. */
function mentors(db: Db) {
  return db
    .selectFrom('person')
    .innerJoin('project', 'project.id', 'person.project_id')
    .leftJoin('match_seeker', 'match_seeker.person_id', 'person.id')
    .leftJoin('match_mentor', 'match_mentor.person_id', 'person.id')
    .select([
      'person.id as personId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.picture_url as pictureUrl',
      'person.picture_file_id as pictureFileId',
      'project.id as projectId',
      'project.name as programme',
      'match_seeker.since as waitsSince',
      'match_mentor.approved_at as approvedAt',
    ])
    .where('person.role', 'in', mentorRoles)
    .where('person.deleted_at', 'is', null)
    .where('person.disabled_at', 'is', null)
}
export type MentorRow = Awaited<ReturnType<typeof findMentors>>[number]

type MentorPage = { scope: Scope; isApproved: boolean; skip: number; limit: number }

/** Longest waiting first. */
export function findMentors(db: Db, { scope, isApproved, skip, limit }: MentorPage) {
  let page = mentors(db)
  if (scope !== 'all') page = page.where('project.id', 'in', [0, ...scope])
  page = isApproved
    ? page.where('match_mentor.approved_at', 'is not', null)
    : page.where('match_mentor.approved_at', 'is', null).where('match_seeker.since', 'is not', null)
  return page.orderBy('match_seeker.since').orderBy('person.id').offset(skip).limit(limit).execute()
}

/** Only in programmes whose plan requires approval: elsewhere nobody waits for it. */
export async function countUnapproved(db: Db, scope: Scope): Promise<number> {
  const waiting = db
    .selectFrom('match_seeker')
    .innerJoin('person', 'person.id', 'match_seeker.person_id')
    .innerJoin('match_plan', 'match_plan.project_id', 'match_seeker.project_id')
    .leftJoin('match_mentor', 'match_mentor.person_id', 'match_seeker.person_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('match_plan.needs_approval', '=', true)
    .where('match_seeker.part', '=', 'mentor')
    .where('match_mentor.approved_at', 'is', null)
    .where('person.disabled_at', 'is', null)
  const visible = scope === 'all' ? waiting : waiting.where('match_seeker.project_id', 'in', [0, ...scope])
  return (await visible.executeTakeFirstOrThrow()).count
}

/** Approved mentors with a required check that expires on or before this day. */
export async function countEndingUntil(db: Db, scope: Scope, day: string): Promise<number> {
  const ending = db
    .selectFrom('person')
    .innerJoin('match_mentor', 'match_mentor.person_id', 'person.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person.role', 'in', mentorRoles)
    .where('person.deleted_at', 'is', null)
    .where('person.disabled_at', 'is', null)
    .where('match_mentor.approved_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('screening_item')
          .innerJoin('screening_requirement', 'screening_requirement.kind', 'screening_item.kind')
          .select('screening_item.kind')
          .whereRef('screening_item.person_id', '=', 'person.id')
          .whereRef('screening_requirement.project_id', '=', 'person.project_id')
          .where('screening_item.expires_on', '<=', day),
      ),
    )
  const visible = scope === 'all' ? ending : ending.where('person.project_id', 'in', [0, ...scope])
  return (await visible.executeTakeFirstOrThrow()).count
}

export async function findMentor(db: Db, personId: number): Promise<MentorRow | null> {
  const row = await mentors(db).where('person.id', '=', personId).executeTakeFirst()
  return row ?? null
}

export async function findItems(db: Db, personIds: readonly number[]) {
  const rows = await db
    .selectFrom('screening_item')
    .leftJoin('file', 'file.id', 'screening_item.file_id')
    .leftJoin('person as decider', 'decider.id', 'screening_item.decided_by')
    .select([
      'screening_item.person_id as personId',
      'kind',
      'is_passed as isPassed',
      'evidence',
      'decided_at as decidedAt',
      'file.name as fileName',
      'decider.first_name as firstName',
      'decider.last_name as lastName',
    ])
    // As text: a date has no time zone.
    .select(sql<string | null>`expires_on::text`.as('expiresOn'))
    .where('screening_item.person_id', 'in', personIds)
    .execute()
  return rows.map((row) => ({ ...row, kind: CheckKind.parse(row.kind) }))
}
export type ItemRow = Awaited<ReturnType<typeof findItems>>[number]

export async function findRequirements(db: Db, projectIds: readonly number[]) {
  if (projectIds.length === 0) return []
  const rows = await db
    .selectFrom('screening_requirement')
    .select(['project_id as projectId', 'kind'])
    .where('project_id', 'in', projectIds)
    .orderBy('kind')
    .execute()
  return rows.map((row) => ({ ...row, kind: CheckKind.parse(row.kind) }))
}

export async function replaceRequirements(db: Db, projectId: number, kinds: readonly CheckKind[]): Promise<void> {
  await db.deleteFrom('screening_requirement').where('project_id', '=', projectId).execute()
  const rows = [...new Set(kinds)].map((kind) => ({ project_id: projectId, kind }))
  if (rows.length > 0) await db.insertInto('screening_requirement').values(rows).execute()
}

type NewItem = {
  personId: number
  kind: CheckKind
  isPassed: boolean
  evidence: string
  expiresOn: string | null
  by: number
  now: Date
}

export async function saveItem(db: Db, { personId, kind, isPassed, evidence, expiresOn, by, now }: NewItem): Promise<void> {
  const decision = {
    is_passed: isPassed,
    evidence,
    expires_on: expiresOn,
    decided_by: by,
    decided_at: now,
  }
  await db
    .insertInto('screening_item')
    .values({ person_id: personId, kind, ...decision })
    .onConflict((conflict) => conflict.columns(['person_id', 'kind']).doUpdateSet(decision))
    .execute()
}

/** Null if the check has no result yet. */
export async function findFileForUpdate(
  db: Db,
  { personId, kind }: { personId: number; kind: CheckKind },
  { locks = true } = {},
): Promise<{ fileId: string | null } | null> {
  const item = db
    .selectFrom('screening_item')
    .select('file_id as fileId')
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
  return (await (locks ? item.forUpdate() : item).executeTakeFirst()) ?? null
}

export async function updateFile(db: Db, { personId, kind }: { personId: number; kind: CheckKind }, fileId: string | null) {
  await db
    .updateTable('screening_item')
    .set({ file_id: fileId })
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .execute()
}

/** Approved mentors of a programme, for a change of its requirements. */
export async function findApprovedIn(db: Db, projectId: number): Promise<number[]> {
  const rows = await mentors(db)
    .where('project.id', '=', projectId)
    .where('match_mentor.approved_at', 'is not', null)
    .orderBy('person.id')
    .execute()
  return rows.map(({ personId }) => personId)
}
