import { randomUUID } from 'node:crypto'
import type { TestServer } from './harness.ts'

/** A person with the help centre enabled, as after sign-up. */
export const switchHelpOn = (server: Pick<TestServer, 'db'>, personId: number) => setHelp(server, personId, 'use')
export const switchHelpOff = (server: Pick<TestServer, 'db'>, personId: number) => setHelp(server, personId, 'off')

async function setHelp({ db }: Pick<TestServer, 'db'>, personId: number, flag: string): Promise<number> {
  await db.updateTable('experience').set({ help_center: flag }).where('person_id', '=', personId).execute()
  return personId
}

type CaseChanges = { personId?: number; isClosed?: boolean; isWaiting?: boolean; body?: string; minutesAgo?: number }

/** A conversation with one message from the person. */
export async function buildCase(server: TestServer, changes: CaseChanges = {}): Promise<number> {
  const { db, clock } = server
  const personId = changes.personId ?? (await server.buildPerson())
  const at = new Date(clock.now().getTime() - (changes.minutesAgo ?? 0) * 60_000)
  const isWaiting = changes.isWaiting ?? !changes.isClosed
  const { id } = await db
    .insertInto('help_case')
    .values({
      person_id: personId,
      opened_at: at,
      last_message_at: at,
      is_waiting: isWaiting,
      closed_at: changes.isClosed ? at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('help_message')
    .values({
      case_id: id,
      sender_id: personId,
      client_id: randomUUID(),
      is_from_staff: false,
      body: changes.body ?? 'Please help.',
      sent_at: at,
    })
    .execute()
  return id
}
