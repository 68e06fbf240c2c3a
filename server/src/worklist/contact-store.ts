import { ContactWay } from '@saathi/contract/worklist/entities'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { ShownRow } from './people-store.ts'

type NewContact = {
  clientId: string
  personId: number
  mentorshipId: number | null
  staffId: number
  how: ContactWay
  wasReached: boolean
  note: string
  at: Date
  now: Date
}

/** Null if the contact is already stored. */
export async function insertContact(db: Db, contact: NewContact): Promise<number | null> {
  const row = await db
    .insertInto('staff_contact')
    .values({
      client_id: contact.clientId,
      person_id: contact.personId,
      mentorship_id: contact.mentorshipId,
      staff_id: contact.staffId,
      how: contact.how,
      was_reached: contact.wasReached,
      note: contact.note,
      at: contact.at,
      noted_at: contact.now,
    })
    .onConflict((conflict) => conflict.columns(['staff_id', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const contacts = (db: Db) =>
  db
    .selectFrom('staff_contact as contact')
    .innerJoin('person', 'person.id', 'contact.person_id')
    .leftJoin('person as staff', 'staff.id', 'contact.staff_id')
    .select([
      'contact.id',
      'contact.person_id as personId',
      'person.first_name as personFirst',
      'staff.first_name as staffFirst',
      'contact.how',
      'contact.was_reached as wasReached',
      'contact.note',
      'contact.at',
    ])
type RawContact = Awaited<ReturnType<ReturnType<typeof contacts>['executeTakeFirstOrThrow']>>
const toContact = (row: RawContact) => ({ ...row, how: ContactWay.parse(row.how) })
export type ContactRow = ReturnType<typeof toContact>

export async function findContact(db: Db, staffId: number, clientId: string): Promise<ContactRow> {
  const found = contacts(db).where('contact.staff_id', '=', staffId).where('contact.client_id', '=', clientId)
  return toContact(await found.executeTakeFirstOrThrow())
}

const SHOWN = 50

/** Contacts with the people of a pair, including those before they joined it, newest first. */
export async function findContactsWith(db: Db, personIds: readonly number[]): Promise<ContactRow[]> {
  const found = contacts(db).where('contact.person_id', 'in', [0, ...personIds])
  const rows = await found.orderBy('contact.at', 'desc').orderBy('contact.id', 'desc').limit(SHOWN).execute()
  return rows.map(toContact)
}

export type NextContact = { personId: number; staffId: number; day: string }

export async function saveNextContacts(db: Db, planned: readonly NextContact[], now: Date): Promise<void> {
  if (planned.length === 0) return
  await sql`
    insert into next_contact (person_id, staff_id, on_day, planned_at)
    select input.person_id, input.staff_id, input.on_day, ${now}
    from unnest(
      ${planned.map(({ personId }) => personId)}::bigint[],
      ${planned.map(({ staffId }) => staffId)}::bigint[],
      ${planned.map(({ day }) => day)}::date[]
    ) as input (person_id, staff_id, on_day)
    on conflict (person_id) do update
      set staff_id = excluded.staff_id, on_day = excluded.on_day, planned_at = excluded.planned_at`.execute(db)
}

/** Only for people without a planned contact, so that a colleague's plan stays. */
export async function insertFirstContacts(db: Db, planned: readonly NextContact[], now: Date): Promise<void> {
  if (planned.length === 0) return
  const rows = planned.map(({ personId, staffId, day }) => ({
    person_id: personId,
    staff_id: staffId,
    on_day: day,
    planned_at: now,
  }))
  await db
    .insertInto('next_contact')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteNextContact(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('next_contact').where('person_id', '=', personId).execute()
}

export type PlannedRow = ShownRow & { day: string; staffId: number; staffFirst: string; staffLast: string; isDone: boolean }

const plannedColumns = sql`
  person.id, person.first_name as "firstName", person.last_name as "lastName", person.deleted_at as "deletedAt",
  person.picture_url as "pictureUrl", person.picture_file_id as "pictureFileId",
  case when person.role in ('Mentor', 'GroupMentor') then 'mentor' else 'mentee' end as part,
  staff.id as "staffId", staff.first_name as "staffFirst", staff.last_name as "staffLast"`

/** The colleague's planned contacts for today, and those already done. */
export async function findPlannedFor(db: Db, staffId: number, today: string): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`
    select ${plannedColumns}, planned.day::text as day, planned.is_done as "isDone"
    from (
      select person_id, on_day as day, false as is_done from next_contact where staff_id = ${staffId} and on_day <= ${today}::date
      union
      select distinct person_id, ${today}::date, true from staff_contact
      where staff_id = ${staffId} and (at at time zone 'Asia/Kolkata')::date = ${today}::date
    ) planned
    join person on person.id = planned.person_id and person.deleted_at is null
    join person staff on staff.id = ${staffId}
    order by planned.is_done desc, planned.day, person.id limit 50`.execute(db)
  return rows
}

export async function findPlannedWith(db: Db, personIds: readonly number[]): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`
    select ${plannedColumns}, next_contact.on_day::text as day, false as "isDone"
    from next_contact join person on person.id = next_contact.person_id join person staff on staff.id = next_contact.staff_id
    where person.id = any(${personIds}::bigint[])
    order by next_contact.on_day, person.id`.execute(db)
  return rows
}
