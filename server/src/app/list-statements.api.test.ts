import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { getProfile } from '@saathi/contract/accounts/calls'
import { listCalendarEvents } from '@saathi/contract/calendar/calls'
import { listChannels } from '@saathi/contract/chat/calls'
import { listSessions } from '@saathi/contract/learning/calls'
import { getMatchList } from '@saathi/contract/matching/calls'
import { listMentorships } from '@saathi/contract/mentorship/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertFile } from '#core/files/store.ts'
import { loadFolder } from '#programme/load/folder.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { address } from '../../test/programme-mentorship.ts'
import { recordStatements } from '../../test/statements.ts'

const demo = fileURLToPath(new URL('../../../demo', import.meta.url))

let server: TestServer
/** By person. */
const mentorships = new Map<number, number>()
beforeAll(async () => {
  server = await startTestServer()
  await loadFolder(server.app.world, demo, server.app.log, async (password) => `hash of ${password}`)
  for (const name of ['ravi', 'ruth', 'salma']) await uploadPicture(await idOf(name))
  for (const name of ['asha', 'meera']) {
    const who = await idOf(name)
    mentorships.set(who, (await server.ask(who, listMentorships, {})).body.mentorships[0]?.id ?? 0)
  }
})
afterAll(() => server.stop())

const idOf = async (name: string) =>
  (await server.db.selectFrom('person').select('id').where('email', '=', address(name)).executeTakeFirstOrThrow()).id

/** The row of an uploaded picture: links to it need more than the portraits of the demo do. */
async function uploadPicture(ownerId: number): Promise<void> {
  const id = randomUUID()
  const bytes = { sha256: Buffer.alloc(32), thumbnailSha256: Buffer.alloc(32), size: 400, thumbnailSize: 100 }
  const picture = { name: 'me.webp', type: 'image/webp', width: 100, height: 100, purpose: 'profile_picture' }
  await insertFile(server.db, { ...bytes, ...picture, id, ownerId, createdAt: server.clock.now() })
  await server.db.updateTable('person').set({ picture_url: null, picture_file_id: id }).where('id', '=', ownerId).execute()
}

/** Looking up the caller and the maintenance flag, at most once a second. */
const isAboutCaller = (statement: string) => statement.includes('"sign_in"') || statement.startsWith('select "under_maintenance"')

type Read = (who: number) => Promise<readonly unknown[]>
const readProfile: Read = async (who) => (await server.ask(who, getProfile, {})).body.status.surveys
const readSessions: Read = async (who) => (await server.ask(who, listSessions, { query: {} })).body.sessions
const readChannels: Read = async (who) => (await server.ask(who, listChannels, {})).body.channels
const readMatches: Read = async (who) => (await server.ask(who, getMatchList, { query: { active: 'true' } })).body.matchTrackers
const readHistory: Read = async (who) => (await server.ask(who, getMatchList, { query: {} })).body.matchTrackers
const readCalendar: Read = async (who) => {
  const input = { params: { mentorshipId: mentorships.get(who) ?? 0 }, query: {} }
  return (await server.ask(who, listCalendarEvents, input)).body.events
}

test.each([
  ['profile', 'asha', readProfile],
  ['list of sessions', 'asha', readSessions],
  ['list of channels', 'asha', readChannels],
  ['list of channels', 'meera', readChannels],
  ['calendar', 'asha', readCalendar],
  ['calendar', 'meera', readCalendar],
  ['list of matches', 'farhan', readMatches],
  ['list of matches', 'pooja', readMatches],
  ['list of matches', 'harpreet', readMatches],
  ['history of matches', 'farhan', readHistory],
])('the %s of %s is read with at most two statements', async (_what, name, read) => {
  const who = await idOf(name)
  const { statementsOf } = recordStatements(server)
  // An empty list may spare a statement.
  expect(await read(who)).not.toEqual([])
  const statements = (await statementsOf(() => read(who))).filter((statement) => !isAboutCaller(statement))
  expect(statements).not.toEqual([])
  expect(statements.slice(2)).toEqual([])
})
