import { type NudgeDropped, NudgeTrigger } from '@saathi/contract/worklist/nudges'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import type { Candidate } from './candidates.ts'

export type DueNudge = Candidate & { id: number; projectId: number }

/** Locks messages until the end of the transaction; skips those locked by another server. */
export async function lockDue(db: Db, on: string, after: number, limit: number): Promise<DueNudge[]> {
  const { rows } = await sql<Omit<DueNudge, 'trigger'> & { trigger: string }>`
    select id, project_id as "projectId", trigger, mentorship_id as "mentorshipId", person_id as "personId", since
    from nudge where on_day = ${on}::date and state = 'planned' and id > ${after}
    order by id limit ${limit} for update skip locked`.execute(db)
  return rows.map((row) => ({ ...row, trigger: NudgeTrigger.parse(row.trigger) }))
}

type Sent = { title: string; text: string; now: Date }

export async function updateSent(db: Db, id: number, { title, text, now }: Sent): Promise<void> {
  await db.updateTable('nudge').set({ state: 'sent', title, text, sent_at: now }).where('id', '=', id).execute()
}

export async function updateDropped(db: Db, id: number, why: NudgeDropped): Promise<void> {
  await db.updateTable('nudge').set({ state: 'dropped', dropped_why: why }).where('id', '=', id).execute()
}

/** Drops messages whose day has passed. */
export async function dropMissed(db: Db, before: string): Promise<void> {
  const missed = { state: 'dropped', dropped_why: 'quiet' satisfies NudgeDropped }
  await db.updateTable('nudge').set(missed).where('state', '=', 'planned').where('on_day', '<', before).execute()
}

/** After a year nothing depends on a message any more. */
export async function deleteOldNudges(db: Db, before: string): Promise<void> {
  await db.deleteFrom('nudge').where('on_day', '<', before).execute()
}
