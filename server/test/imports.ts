import { getImport, startImport, undoImport, uploadImport } from '@saathi/contract/accounts/import-calls'
import { addPerson } from '@saathi/contract/accounts/staff-calls'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestServer } from './harness.ts'
import { enterByLink, type Newcomer } from './newcomers.ts'
import { sendForm } from './send-form.ts'

export const HEAD = 'First name,Last name,E-mail,Phone,Role,Programme,Language,Institution code'

/** A row for a mentee of the first demo programme. */
export const menteeRow = (name: string, email = `${name.toLowerCase()}-${randomUUID()}@saathi.example`) =>
  `${name},Rao,${email},9800000001,mentee,one-to-one,hi,`

export const csvOf = (...rows: string[]) => `${[HEAD, ...rows].join('\n')}\n`

/** Sends a file; the answer with its status. */
export const sendImport = (server: TestServer, by: Newcomer, content: string | Uint8Array<ArrayBuffer>, name = 'people.csv') =>
  sendForm(server, uploadImport, null, [['file', new File([content], name)]], by.headers)

/** Expects the file to be accepted. */
export async function checkImport(server: TestServer, by: Newcomer, content: string | Uint8Array<ArrayBuffer>): Promise<number> {
  const { reply, raw } = await sendImport(server, by, content)
  if (!reply) throw new Error(raw)
  return reply.runId
}

export const runOf = (by: Newcomer, runId: number) => by.ask(getImport, { params: { runId } })
const soon = { timeout: 60_000, interval: 50 }
export async function waitForState(by: Newcomer, runId: number, state: string): Promise<void> {
  await expect.poll(async () => (await runOf(by, runId)).state, soon).toBe(state)
}

/** Starts a run and waits until it is done. The server's jobs must run. */
export async function runImport(by: Newcomer, runId: number): Promise<void> {
  await by.ask(startImport, { params: { runId }, body: {} })
  await waitForState(by, runId, 'done')
}

export async function takeBack(by: Newcomer, runId: number): Promise<void> {
  await by.ask(undoImport, { params: { runId }, body: {} })
  await waitForState(by, runId, 'undone')
}

export async function mailedToken(server: TestServer, address: string): Promise<string> {
  const mails = await server.db.selectFrom('mail').select('text').where('to_address', '=', address).execute()
  expect(mails).toHaveLength(1)
  return /token=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? ''
}

/** A programme manager of one programme, invited by the administrator. */
export async function enterAsManager(server: TestServer, admin: Newcomer, project: string): Promise<Newcomer> {
  const email = `manager-${randomUUID()}@saathi.example`
  const about = { role: 'ProgramManager', firstName: 'Nisha', lastName: 'Fernandes', newPrimaryLanguage: 'en' } as const
  await admin.ask(addPerson, { body: { ...about, email, project } })
  return enterByLink(server, await mailedToken(server, email))
}

/** A fresh access token for the same sign-in. */
export async function renewToken(server: TestServer, person: Newcomer): Promise<void> {
  const signIn = server.db.selectFrom('sign_in').select('id').where('person_id', '=', person.id).orderBy('started_at', 'desc')
  const { id } = await signIn.limit(1).executeTakeFirstOrThrow()
  person.headers.authorization = `Bearer ${await server.tokens.issueAccess(person.id, id)}`
}
