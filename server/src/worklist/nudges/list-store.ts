import { NudgeDropped, NudgeState, NudgeText, NudgeTrigger } from '@saathi/contract/worklist/nudges'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#core/ctx.ts'
import { isInScope, type Visible } from '../scope.ts'

const columns = sql`
  nudge.id, nudge.trigger, nudge.on_day::text as on, nudge.person_id as "personId", nudge.mentorship_id as "mentorshipId",
  nudge.project_id as "projectId", project.name as programme, nudge.since, nudge.state, nudge.dropped_why as "droppedWhy",
  out_by.first_name as "takenOutBy", nudge.reason, nudge.title, nudge.text, nudge.sent_at as "sentAt",
  person.first_name as "firstName", person.language_code as language, plan.texts`

const tables = sql`
  nudge join project on project.id = nudge.project_id join person on person.id = nudge.person_id
  left join person out_by on out_by.id = nudge.taken_out_by
  left join nudge_plan plan on plan.project_id = nudge.project_id and plan.trigger = nudge.trigger`

type Raw = {
  id: number
  trigger: string
  on: string
  personId: number
  mentorshipId: number
  projectId: number
  programme: string
  since: Date
  state: string
  droppedWhy: string | null
  takenOutBy: string | null
  reason: string | null
  title: string | null
  text: string | null
  sentAt: Date | null
  firstName: string
  language: string
  texts: unknown
}
const Texts = z.array(NudgeText)
const toNudge = (row: Raw) => ({
  ...row,
  trigger: NudgeTrigger.parse(row.trigger),
  state: NudgeState.parse(row.state),
  droppedWhy: row.droppedWhy === null ? null : NudgeDropped.parse(row.droppedWhy),
  texts: Texts.parse(row.texts ?? []),
})
export type NudgeRow = ReturnType<typeof toNudge>

async function findRows(db: Db, where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number): Promise<NudgeRow[]> {
  const { rows } = await sql<Raw>`
    select ${columns} from ${tables} where ${where} order by ${order} limit ${limit}`.execute(db)
  return rows.map(toNudge)
}

const isVisibleTo = ({ programmes, mentorshipIds }: Visible) =>
  sql`(${isInScope(programmes, sql`nudge.project_id`)} or nudge.mentorship_id = any(${mentorshipIds}::bigint[]))`

export type NudgeQuery = {
  trigger?: NudgeTrigger | undefined
  programme?: number | undefined
  after?: number | undefined
  today: string
}

const waitsFor = (visible: Visible, { trigger, programme, today }: NudgeQuery) => sql`
  nudge.on_day >= ${today}::date and nudge.state in ('planned', 'taken_out') and ${isVisibleTo(visible)}
  and ${trigger === undefined ? sql`true` : sql`nudge.trigger = ${trigger}`}
  and ${programme === undefined ? sql`true` : sql`nudge.project_id = ${programme}`}`

/** The messages of today and tomorrow, in the order in which they were planned. */
export const findWaiting = (db: Db, visible: Visible, query: NudgeQuery, limit: number): Promise<NudgeRow[]> =>
  findRows(db, sql`${waitsFor(visible, query)} and nudge.id > ${query.after ?? 0}`, sql`nudge.id`, limit)

export async function countByPlan(db: Db, visible: Visible, today: string) {
  const { rows } = await sql<{ programmeId: number; programme: string; trigger: string; on: string; count: number }>`
    select nudge.project_id as "programmeId", project.name as programme, nudge.trigger, nudge.on_day::text as on,
      count(*)::int as count
    from nudge join project on project.id = nudge.project_id
    where ${waitsFor(visible, { today })} and nudge.state = 'planned'
    group by 1, 2, 3, 4 order by 4, 2, 3 limit 200`.execute(db)
  return rows.map((row) => ({ ...row, trigger: NudgeTrigger.parse(row.trigger) }))
}

export async function findNudge(db: Db, visible: Visible, id: number): Promise<NudgeRow | null> {
  const [row] = await findRows(db, sql`nudge.id = ${id} and ${isVisibleTo(visible)}`, sql`nudge.id`, 1)
  return row ?? null
}

const SHOWN = 50

/** Leaves out messages that were not sent. */
export const findOfPair = (db: Db, mentorshipId: number): Promise<NudgeRow[]> =>
  findRows(
    db,
    sql`nudge.mentorship_id = ${mentorshipId} and nudge.state <> 'dropped'`,
    sql`nudge.on_day desc, nudge.id desc`,
    SHOWN,
  )

export async function lockNudge(db: Db, id: number): Promise<void> {
  await db.selectFrom('nudge').select('id').where('id', '=', id).forUpdate().execute()
}

type TakenOut = { by: number; reason: string }

/** Null: plans the message again. */
export async function updateTakenOut(db: Db, id: number, out: TakenOut | null): Promise<void> {
  await db
    .updateTable('nudge')
    .set({ state: out ? 'taken_out' : 'planned', taken_out_by: out?.by ?? null, reason: out?.reason ?? null })
    .where('id', '=', id)
    .execute()
}

export async function findNudgePerson(db: Db, id: number): Promise<number | null> {
  const row = await db.selectFrom('nudge').select('person_id as personId').where('id', '=', id).executeTakeFirst()
  return row?.personId ?? null
}
