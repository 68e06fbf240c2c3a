import { exportOwnData } from '@saathi/contract/accounts/calls'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedServer, startTestServer, type TestServer } from '../../test/harness.ts'
import { countOwnRows, findPersonalTables, personalTables } from '../../test/personal-tables.ts'
import { plantPerson } from '../../test/planted-person.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

const requestExport = (personId: number | null) => server.ask(personId, exportOwnData, { body: {} })
async function partsOf(personId: number) {
  const { status, body } = await requestExport(personId)
  expect(status).toBe(200)
  return body.parts
}

test('every table with personal data names the export that covers it, or why none does', async () => {
  expect((await findPersonalTables(server.db)).toSorted()).toEqual(Object.keys(personalTables).toSorted())
})

test('a new table is detected whether it references a person or only contains an address', async () => {
  const own = await startTestServer()
  await sql`create table chat_line (id int primary key, sender bigint references person (id))`.execute(own.db)
  await sql`create table chat_picture (line_id int references chat_line (id))`.execute(own.db)
  await sql`create table call_log (guest_email text)`.execute(own.db)
  const found = await findPersonalTables(own.db)
  await own.stop()
  expect(found.filter((name) => !Object.hasOwn(personalTables, name))).toEqual(['call_log', 'chat_line', 'chat_picture'])
})

describe('the export', () => {
  test('contains everything of the person, by domain, and nothing of anybody else (P5)', async () => {
    const [asha, ravi] = [await plantPerson(server), await plantPerson(server)]
    const counts = await countOwnRows(server.db, asha.personId)
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([])
    const parts = await partsOf(asha.personId)
    const covering = Object.values(personalTables).flatMap(({ exported }) => ('part' in exported ? [exported.part] : []))
    expect(Object.keys(parts).toSorted()).toEqual([...new Set(covering)].toSorted())

    const inPart: Record<string, string[]> = {
      accounts: ['subject', 'first-name', 'last-name', 'bio', 'phone', 'portrait', 'device'],
      files: ['file-name', 'picture-name'],
      notices: ['notice', 'notice-link'],
      help: ['help'],
      calendar: ['event', 'event-description', 'calendar-address'],
      chat: ['message', 'message-link', 'asked', 'rated'],
      video: ['call-name', 'call-event', 'call-said'],
    }
    for (const [part, names] of Object.entries(inPart)) {
      const text = JSON.stringify(parts[part])
      for (const name of names) expect(text, name).toContain(asha.words.get(name))
    }
    expect(parts['accounts']).toMatchObject({
      profile: { id: asha.personId, email: asha.address, role: 'Mentee', createdAt: expect.any(String) },
      flags: { session: 'use', internship: 'use' },
      consents: [{ kind: 'declaration', version: 4711, givenAt: expect.any(String) }],
      signIns: [{ startedAt: expect.any(String), endedAt: null }],
    })
    expect(parts['learning']).toMatchObject({
      sessions: [{ session: asha.title, status: 'ONGOING', lastStep: 'A step' }],
      stepsDone: [{ session: asha.title, step: 'A step' }],
      bookmarks: [{ session: asha.title }],
    })
    expect(parts['feed']).toMatchObject({ likes: [{ post: asha.title }], opened: [{ post: asha.title }] })
    expect(parts['notices']).toMatchObject({ choices: [{ kind: 'account', email: false }], devices: [{ type: 'web' }] })

    const whole = JSON.stringify(parts)
    for (const word of [...ravi.words.values(), ravi.title, ravi.address]) expect(whole).not.toContain(word)
  })

  test('contains no hash, token, code or key, and nothing from other tables', async () => {
    const asha = await plantPerson(server)
    const whole = JSON.stringify(await partsOf(asha.personId))
    const secret = [
      'password',
      'authenticator',
      'refresh',
      'registration',
      'registration-hash',
      'link',
      'code',
      'body',
      'reply',
      'mail',
      'mail-file',
      'calendar-access',
    ]
    for (const name of secret) {
      const word = asha.words.get(name) ?? ''
      expect(word).not.toBe('')
      expect(whole, name).not.toContain(word)
      expect(whole, name).not.toContain(Buffer.from(word).toString('hex'))
      expect(whole, name).not.toContain(Buffer.from(word).toString('base64'))
    }
    expect(whole).not.toMatch(/hash|sha256|password|token|"totp/i)
  })

  test('contains fresh links to the person’s files, valid for this sign-in', async () => {
    const asha = await plantPerson(server)
    const Files = z.array(z.object({ url: z.string(), purpose: z.string(), uploadedAt: z.string() }))
    const files = Files.parse((await partsOf(asha.personId))['files'])
    expect(files.map(({ purpose }) => purpose).toSorted()).toEqual(['document', 'profile_picture'])
    const letter = files.find(({ purpose }) => purpose === 'document')
    const opened = await server.app.inject({ url: letter?.url ?? '' })
    expect(opened.statusCode).toBe(200)
    expect(opened.body).toContain(asha.words.get('bytes'))
  })

  test('requires a recent re-authentication', async () => {
    const asha = await server.buildPerson()
    expect(await requestExport(null)).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
    expect((await requestExport(asha)).status).toBe(200)
    server.clock.advance(15 * 60)
    expect(await requestExport(asha)).toMatchObject({ status: 403, body: { code: 'accounts.confirm_first' } })
    server.clock.reset()
  })

  test('is limited to ten a day; refused requests to confirm first do not count', async () => {
    const asha = await server.buildPerson()
    await server.tokenFor(asha)
    server.clock.advance(15 * 60)
    for (let count = 0; count < 12; count += 1) expect((await requestExport(asha)).status).toBe(403)
    server.clock.reset()
    for (let count = 0; count < 10; count += 1) expect((await requestExport(asha)).status).toBe(200)
    expect(await requestExport(asha)).toMatchObject({ status: 429, body: { code: 'core.too_many' } })
    expect((await requestExport(await server.buildPerson())).status).toBe(200)
  })

  test('of a new person is complete', async () => {
    const parts = await partsOf(await server.buildPerson())
    expect(parts).toMatchObject({
      files: [],
      learning: { sessions: [], stepsDone: [], bookmarks: [] },
      accounts: { consents: [] },
    })
  })
})
