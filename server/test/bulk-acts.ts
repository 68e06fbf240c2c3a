import { randomUUID } from 'node:crypto'
import { addPerson } from '@saathi/contract/accounts/staff-calls'
import { prepareBulkAct, startBulkAct } from '@saathi/contract/staff/bulk-calls'
import type { CallInput } from '@saathi/contract/core/call'
import { expect } from 'vitest'
import type { TestServer } from './harness.ts'

/** People whom staff have invited to a programme, and who have not joined. */
export async function inviteMany(server: TestServer, by: number, projectId: number, count: number): Promise<number[]> {
  const { key } = await server.db.selectFrom('project').select('key').where('id', '=', projectId).executeTakeFirstOrThrow()
  const ids: number[] = []
  for (let at = 0; at < count; at += 1) {
    const person = {
      role: 'Mentee',
      firstName: `Person${at}`,
      lastName: 'Bhutia',
      newPrimaryLanguage: 'en',
      project: key,
    } as const
    const { status, body } = await server.ask(by, addPerson, { body: { ...person, email: `${randomUUID()}@saathi.example` } })
    expect(status).toBe(200)
    ids.push(body.personId)
  }
  return ids
}

type Wanted = Partial<CallInput<typeof prepareBulkAct>['body']>

export const prepare = (server: TestServer, by: number, wanted: Wanted) =>
  server.ask(by, prepareBulkAct, { body: { kind: 'block', reason: 'The college has closed', ...wanted } })

/** Prepares and starts it. */
export async function startNew(server: TestServer, by: number, wanted: Wanted): Promise<number> {
  const { id } = (await prepare(server, by, wanted)).body
  const { status, body } = await server.ask(by, startBulkAct, { params: { id }, body: {} })
  expect(status, JSON.stringify(body)).toBe(200)
  return id
}
