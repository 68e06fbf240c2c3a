import { randomUUID } from 'node:crypto'
import { sendHelpMessage } from '@saathi/contract/help/calls'
import { addPerson, setDisabled } from '@saathi/contract/accounts/staff-calls'
import type { StaffRole } from '@saathi/contract/accounts/roles'
import { endRight, giveRight, listTeam } from '@saathi/contract/accounts/team-calls'
import { endMentorship } from '@saathi/contract/mentorship/staff-calls'
import { MAX_SEARCH_RESULTS, searchConsole } from '@saathi/contract/staff/search-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { switchHelpOn } from '../../test/help-cases.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'
import { buildMentorship } from '../../test/mentorships.ts'

let server: TestServer
let admin: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await buildStaff('Admin')
})
afterAll(() => server.stop())

async function buildStaff(role: StaffRole) {
  const id = await server.buildPerson({ role })
  await markSecondFactor(server, id)
  return id
}

/** A right in one programme only. */
async function buildStaffOf(role: StaffRole, projectId: number) {
  const id = await buildStaff(role)
  const { members } = (await server.ask(admin, listTeam, {})).body
  for (const right of members.find(({ personId }) => personId === id)?.rights ?? [])
    await server.ask(admin, endRight, { params: { id: right.id }, body: {} })
  await server.ask(admin, giveRight, { body: { personId: id, role, projectId, until: null } })
  return id
}

const rename = (personId: number, firstName: string, lastName: string) =>
  server.db.updateTable('person').set({ first_name: firstName, last_name: lastName }).where('id', '=', personId).execute()

const search = (by: number, text: string) => server.ask(by, searchConsole, { query: { text } })
const found = async (by: number, text: string) =>
  Object.fromEntries((await search(by, text)).body.groups.map(({ kind, results }) => [kind, results.map(({ id }) => id)]))

/** Latin and Devanagari letters, so that no other test has such names. */
const word = () => `ख${randomUUID().slice(0, 8)}`

async function buildNamedPair(options: Parameters<typeof buildMentorship>[1] = {}) {
  const pair = await buildMentorship(server, options)
  const [mentorName, menteeName] = [word(), word()]
  const menteeId = pair.menteeIds[0] ?? 0
  await rename(pair.mentorId, 'Ravi', mentorName)
  await rename(menteeId, 'आशा', menteeName)
  return { ...pair, mentorName, menteeName, menteeId }
}

test('[STF-06] finds people, pairs and cases by the beginnings of words, in any script', async () => {
  const { id, projectId, mentorId, menteeId, mentorName, menteeName } = await buildNamedPair()
  const message = { clientId: randomUUID(), body: `Please call ${word()}` }
  await switchHelpOn(server, menteeId)
  expect((await server.ask(menteeId, sendHelpMessage, { body: message })).status).toBe(200)
  const manager = await buildStaffOf('ProgramManager', projectId)
  const { groups } = (await search(manager, `आशा ${menteeName.slice(0, 6)}`)).body
  expect(groups.map(({ kind, results }) => [kind, results.map(({ names }) => names)])).toEqual([
    ['person', [[`आशा ${menteeName}`]]],
    ['pair', [[`Ravi ${mentorName}`, `आशा ${menteeName}`]]],
    ['help_case', [[`आशा ${menteeName}`]]],
  ])
  expect(await found(manager, mentorName.toUpperCase())).toEqual({ person: [mentorId], pair: [id] })
  // One word of each: no single person, but the pair.
  expect(await found(manager, `${mentorName} ${menteeName}`)).toEqual({ pair: [id] })
  expect(await found(manager, menteeName.slice(1))).toEqual({})
  // Nothing that anybody wrote is searched or shown.
  expect(await found(manager, message.body)).toEqual({})
  expect(JSON.stringify(groups)).not.toContain('Please call')
})

test.each([
  ['Devanagari', 'प\u095dवाल', 'प\u0922\u093cवा'],
  ['Bengali', 'বড়ুয়া', 'বড়ু'],
  ['Tamil', 'பொன்னுசாமி', 'பொன்'],
  ['Telugu', 'సందీప్\u200cకుమార్', 'సందీప్కు'],
  ['Kannada', 'ರಾಜ್\u200cಕುಮಾರ್', 'ರಾಜ್ಕು'],
])('[STF-06] finds a name in %s in any composition, with and without joiners', async (_script, firstName, typed) => {
  const id = await server.buildPerson()
  const lastName = word()
  await rename(id, firstName, lastName)
  for (const form of ['NFC', 'NFD']) expect(await found(admin, `${typed.normalize(form)} ${lastName}`)).toEqual({ person: [id] })
  expect(await found(admin, `${firstName} ${lastName}`)).toEqual({ person: [id] })
  expect(await found(admin, `${typed}ह ${lastName}`)).toEqual({})
})

test('[STF-06] shows only what the reader may see', async () => {
  const own = await buildNamedPair({ withPairManager: true })
  const other = await buildNamedPair()
  const manager = await buildStaffOf('ProgramManager', other.projectId)
  expect(await found(manager, own.mentorName)).toEqual({})
  expect(await found(manager, other.mentorName)).toEqual({ person: [other.mentorId], pair: [other.id] })
  const coordinator = own.pairManagerId ?? 0
  await markSecondFactor(server, coordinator)
  expect(await found(coordinator, own.mentorName)).toEqual({ person: [own.mentorId], pair: [own.id] })
  expect(await found(coordinator, other.mentorName)).toEqual({})
  expect(await found(await buildStaff('Author'), own.mentorName)).toEqual({})
  expect(await found(await buildStaff('SafeguardingLead'), own.mentorName)).toEqual({ person: [own.mentorId], pair: [own.id] })
  expect((await search(await server.buildPerson(), 'a')).body.code).toBe('core.forbidden')
})

test('[STF-06] marks what is over, and says when there are more than eight', async () => {
  const pair = await buildNamedPair()
  await server.ask(admin, endMentorship, { params: { id: pair.id }, body: { reason: 'Both asked for it' } })
  await server.ask(admin, setDisabled, {
    params: { personId: pair.mentorId },
    body: { isDisabled: true, reason: 'Asked to pause' },
  })
  const { groups } = (await search(admin, pair.mentorName)).body
  expect(groups.map(({ kind, results }) => [kind, results.map(({ isOver }) => isOver)])).toEqual([
    ['person', [true]],
    ['pair', [true]],
  ])
  const lastName = word()
  for (let made = 0; made < MAX_SEARCH_RESULTS + 1; made += 1) {
    const person = { role: 'Mentee', firstName: `Person${made}`, lastName, newPrimaryLanguage: 'en' } as const
    await server.ask(admin, addPerson, { body: { ...person, email: `${randomUUID()}@saathi.example` } })
  }
  const [group] = (await search(admin, lastName)).body.groups
  expect(group).toMatchObject({ kind: 'person', hasMore: true })
  expect(group?.results.map(({ names }) => names[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((at) => `Person${at} ${lastName}`))
})

test('[STF-06] takes any text, and refuses none or too much', async () => {
  for (const hostile of ["'", '\\', ':*', '& |', '!!', "a':* | 'b", '%', 'a'.repeat(100), '\u0000'.concat('a')]) {
    expect([200, 400]).toContain((await search(admin, hostile)).status)
  }
  expect((await search(admin, ' ')).body.code).toBe('core.bad_input')
  expect((await search(admin, 'a'.repeat(101))).body.code).toBe('core.bad_input')
})
