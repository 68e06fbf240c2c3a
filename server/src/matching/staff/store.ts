import { StaffOffer, type StalledGroup } from '@saathi/contract/matching/staff-calls'
import { sql } from 'kysely'
import { displayName, type Scope } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import { Reasons } from '../offer.ts'

type Page = { scope: Scope; project?: string | undefined; page: number; size: number }

export async function findPlannedProject(db: Db, key: string): Promise<number | null> {
  const row = await db
    .selectFrom('project')
    .innerJoin('match_plan', 'match_plan.project_id', 'project.id')
    .select('project.id')
    .where('project.key', '=', key)
    .executeTakeFirst()
  return row?.id ?? null
}

const offerColumns = [
  'offer.id',
  'offer.project_id as projectId',
  'project.key as project',
  'project.name as programme',
  'offer.mentor_id as mentor',
  'mentor.first_name as mentorFirst',
  'mentor.last_name as mentorLast',
  'offer.mentee_id as mentee',
  'mentee.first_name as menteeFirst',
  'mentee.last_name as menteeLast',
  'offer.state',
  'offer.score',
  'offer.reasons',
  'offer.made_because as reason',
  'offer.created_at as createdAt',
  'offer.expires_at as expiresAt',
] as const

function offers(db: Db) {
  return db
    .selectFrom('match_offer as offer')
    .innerJoin('project', 'project.id', 'offer.project_id')
    .innerJoin('person as mentor', 'mentor.id', 'offer.mentor_id')
    .innerJoin('person as mentee', 'mentee.id', 'offer.mentee_id')
    .select(offerColumns)
}
type Row = Awaited<ReturnType<ReturnType<typeof offers>['executeTakeFirstOrThrow']>>

/** Without the texts of its reasons, which are in the plan. */
export type StaffOfferRow = Omit<StaffOffer, 'compared'> & { projectId: number; reasons: Reasons }

const toStaffOffer = ({ mentorFirst, mentorLast, menteeFirst, menteeLast, ...row }: Row): StaffOfferRow => ({
  ...row,
  reasons: Reasons.parse(row.reasons),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  state: StaffOffer.shape.state.parse(row.state),
  mentorName: displayName({ firstName: mentorFirst, lastName: mentorLast }),
  menteeName: displayName({ firstName: menteeFirst, lastName: menteeLast }),
  createdAt: row.createdAt.toISOString(),
})

export type OfferQuery = Page & { state?: StaffOffer['state'] | undefined }

export async function findOfferPage(db: Db, { scope, project, state, page, size }: OfferQuery) {
  let shown = offers(db)
  if (scope !== 'all') shown = shown.where('offer.project_id', 'in', [0, ...scope])
  if (project !== undefined) shown = shown.where('project.key', '=', project)
  if (state !== undefined) shown = shown.where('offer.state', '=', state)
  const rows = await shown
    .orderBy('offer.id', 'desc')
    .limit(size + 1)
    .offset((page - 1) * size)
    .execute()
  return { offers: rows.slice(0, size).map(toStaffOffer), hasNextPage: rows.length > size }
}

export async function findStaffOffer(db: Db, id: number): Promise<StaffOfferRow | null> {
  const row = await offers(db).where('offer.id', '=', id).executeTakeFirst()
  return row ? toStaffOffer(row) : null
}

/** Appends to the reason given when the offer was made. */
export async function updateOfferReason(db: Db, id: number, reason: string): Promise<void> {
  await db
    .updateTable('match_offer')
    .set({ made_because: sql<string>`concat_ws(E'\n', nullif(made_because, ''), ${reason}::text)` })
    .where('id', '=', id)
    .execute()
}

/** People with an account, including disabled ones, and the programme in whose pool they are or would be. */
export async function findPeople(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('person')
    .leftJoin('match_seeker as seeker', 'seeker.person_id', 'person.id')
    .select(['person.id', 'disabled_at as disabledAt'])
    .select(({ fn, ref }) => fn.coalesce(ref('seeker.project_id'), ref('person.project_id')).as('projectId'))
    .where('person.id', 'in', ids)
    .where('deleted_at', 'is', null)
    // Makes a concurrent account deletion wait until this transaction ends.
    .forKeyShare('person')
    .execute()
  return rows.map(({ disabledAt, ...row }) => ({ ...row, isDisabled: disabledAt !== null }))
}

/** Proposals and groups that wait for a decision of the team. */
export async function countToDecide(db: Db, scope: Scope): Promise<{ proposals: number; groups: number }> {
  const visible = scope === 'all' ? sql`true` : sql`project_id = any(${[...scope]}::bigint[])`
  const { rows } = await sql<{ proposals: number; groups: number }>`
    select (select count(*)::int from match_offer where ended_at is null and state = 'proposed' and ${visible}) as proposals,
      (select count(*)::int from match_group where ended_at is null and stalled_at is not null and ${visible}) as groups`.execute(
    db,
  )
  return rows[0] ?? { proposals: 0, groups: 0 }
}

type Pair = { mentorId: number; menteeId: number }

export async function findOpenOffer(db: Db, { mentorId, menteeId }: Pair): Promise<number | null> {
  const row = await db
    .selectFrom('match_offer')
    .select('id')
    .where('mentor_id', '=', mentorId)
    .where('mentee_id', '=', menteeId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** True if staff keep them apart, they had a mentorship, one rejected the other, or the mentor let a choice expire. */
export async function isKeptApart(db: Db, { mentorId, menteeId }: Pair): Promise<boolean> {
  const { rows } = await sql<{ isApart: boolean }>`
    select exists (
      select from match_apart where mentor_id = ${mentorId} and mentee_id = ${menteeId}
      union all
      select from match_offer where mentor_id = ${mentorId} and mentee_id = ${menteeId}
        and (state = 'rejected' or (state = 'expired' and chosen_at is not null))
      union all
      select from mentorship_member as one join mentorship_member as other using (mentorship_id)
        where one.person_id = ${mentorId} and other.person_id = ${menteeId}
    ) as "isApart"`.execute(db)
  return rows[0]?.isApart ?? false
}

export async function insertApart(
  db: Db,
  { mentorId, menteeId, reason, madeBy, now }: Pair & { reason: string; madeBy: number; now: Date },
): Promise<void> {
  await db
    .insertInto('match_apart')
    .values({ mentor_id: mentorId, mentee_id: menteeId, reason, made_by: madeBy, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Stalled groups first, then by start date. */
export async function findGroupPage(
  db: Db,
  { scope, project, page, size }: Page,
): Promise<{ groups: StalledGroup[]; hasNextPage: boolean }> {
  let forming = db
    .selectFrom('match_group as forming')
    .innerJoin('project', 'project.id', 'forming.project_id')
    .innerJoin('person as mentor', 'mentor.id', 'forming.mentor_id')
    .select([
      'forming.id',
      'project.key as project',
      'project.name as programme',
      'forming.mentor_id as mentor',
      'mentor.first_name as firstName',
      'mentor.last_name as lastName',
      'forming.size as groupSize',
      'forming.created_on as createdOn',
      'forming.starts_at as startsAt',
      'forming.stalled_at as stalledAt',
    ])
    .where('forming.ended_at', 'is', null)
  if (scope !== 'all') forming = forming.where('forming.project_id', 'in', [0, ...scope])
  if (project !== undefined) forming = forming.where('project.key', '=', project)
  const rows = await forming
    .orderBy('forming.stalled_at', (order) => order.asc().nullsLast())
    .orderBy('forming.starts_at')
    .orderBy('forming.id')
    .limit(size + 1)
    .offset((page - 1) * size)
    .execute()
  const shown = rows.slice(0, size)
  const mentees = await findMentees(
    db,
    shown.map(({ id }) => id),
  )
  const groups = shown.map(({ firstName, lastName, stalledAt, createdOn, startsAt, ...row }) => ({
    ...row,
    mentorName: displayName({ firstName, lastName }),
    mentees: (mentees.get(row.id) ?? []).map((mentee) => ({ id: mentee.id, name: displayName(mentee) })),
    createdOn: createdOn.toISOString(),
    startsAt: startsAt.toISOString(),
    isStalled: stalledAt !== null,
  }))
  return { groups, hasNextPage: rows.length > size }
}

async function findMentees(db: Db, groupIds: readonly number[]) {
  if (groupIds.length === 0) return new Map<number, never[]>()
  const rows = await db
    .selectFrom('match_group_place as place')
    .innerJoin('person', 'person.id', 'place.mentee_id')
    .select(['place.group_id as groupId', 'person.id', 'person.first_name as firstName', 'person.last_name as lastName'])
    .where('place.group_id', 'in', groupIds)
    .orderBy('place.place')
    .execute()
  return Map.groupBy(rows, ({ groupId }) => groupId)
}
