import { StepKind } from '@saathi/contract/safety/case-entities'
import * as z from 'zod/mini'
import type { Db } from '#core/ctx.ts'

const StepState = z.enum(['asked', 'in_force', 'ended', 'undone'])
export type StepState = z.infer<typeof StepState>

export type StepRecord = {
  id: number
  caseId: number
  kind: StepKind
  personId: number
  channelId: number | null
  mentorshipId: number | null
  words: string | null
  state: StepState
  takenBy: number | null
  takenAt: Date
  until: Date | null
  agreedBy: number | null
}

function steps(db: Db) {
  return db
    .selectFrom('safety_step')
    .select([
      'id',
      'case_id as caseId',
      'kind',
      'person_id as personId',
      'channel_id as channelId',
      'mentorship_id as mentorshipId',
      'words',
      'state',
      'taken_by as takenBy',
      'taken_at as takenAt',
      'until',
      'agreed_by as agreedBy',
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof steps>['executeTakeFirstOrThrow']>>
const toStep = (row: Row): StepRecord => ({ ...row, kind: StepKind.parse(row.kind), state: StepState.parse(row.state) })

export async function findSteps(db: Db, caseId: number): Promise<StepRecord[]> {
  return (await steps(db).where('case_id', '=', caseId).orderBy('id').execute()).map(toStep)
}

export async function lockStep(db: Db, id: number): Promise<StepRecord | null> {
  const row = await steps(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ? toStep(row) : null
}

export type NewStep = Omit<StepRecord, 'id' | 'agreedBy'>

export async function insertStep(db: Db, step: NewStep): Promise<number> {
  const { id } = await db
    .insertInto('safety_step')
    .values({
      case_id: step.caseId,
      kind: step.kind,
      person_id: step.personId,
      channel_id: step.channelId,
      mentorship_id: step.mentorshipId,
      words: step.words,
      state: step.state,
      taken_by: step.takenBy,
      taken_at: step.takenAt,
      until: step.until,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateStep(db: Db, id: number, changes: { state: StepState; agreed_by?: number }): Promise<void> {
  await db.updateTable('safety_step').set(changes).where('id', '=', id).execute()
}

/** Active steps of all cases with the same effect on the same person, conversation or pair. */
export async function findSameInForce(
  db: Db,
  { kind, personId, channelId, mentorshipId }: Pick<StepRecord, 'kind' | 'personId' | 'channelId' | 'mentorshipId'>,
): Promise<StepRecord[]> {
  const same = steps(db).where('kind', '=', kind).where('state', 'in', ['in_force', 'asked'])
  const narrowed =
    kind === 'pause_channel'
      ? same.where('channel_id', '=', channelId)
      : kind === 'pause_pair' || kind === 'end_pair'
        ? same.where('mentorship_id', '=', mentorshipId)
        : same.where('person_id', '=', personId)
  return (await narrowed.orderBy('id').execute()).map(toStep)
}

/** The mentorship of a conversation; null for one that belongs to none. */
export async function findMentorshipOfChannel(db: Db, channelId: number): Promise<number | null> {
  const row = await db.selectFrom('chat_channel').select('mentorship_id as id').where('id', '=', channelId).executeTakeFirst()
  return row?.id ?? null
}

/** Whether an active step other than `without` closes this channel. */
export async function isPausedByOthers(db: Db, channelId: number, without = 0): Promise<boolean> {
  const row = await steps(db)
    .where('state', '=', 'in_force')
    .where('id', '<>', without)
    .where(({ or, and, eb, selectFrom }) =>
      or([
        and([eb('kind', '=', 'pause_channel'), eb('channel_id', '=', channelId)]),
        and([
          eb('kind', '=', 'pause_pair'),
          eb('mentorship_id', '=', selectFrom('chat_channel').select('mentorship_id').where('chat_channel.id', '=', channelId)),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
