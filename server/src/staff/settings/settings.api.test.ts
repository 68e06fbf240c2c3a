import { randomUUID } from 'node:crypto'
import { getSystemStatus } from '@saathi/contract/accounts/entrance-calls'
import type { StaffRole } from '@saathi/contract/accounts/roles'
import { addPerson, setMaintenance } from '@saathi/contract/accounts/staff-calls'
import { endRight, giveRight, listTeam } from '@saathi/contract/accounts/team-calls'
import { listQuietHours, setQuietHours } from '@saathi/contract/chat/staff-calls'
import { getSupportedLanguages } from '@saathi/contract/content/calls'
import type { Call, CallInput } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/staff/settings-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { buildProject } from '../../../test/mentorships.ts'
import { moveClock } from '#core/jobs/move-clock.ts'
import { startSmtp } from '#notices/mail/test-smtp.ts'

let server: TestServer
let smtp: Awaited<ReturnType<typeof startSmtp>>
let admin: number
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({ smtpUrl: smtp.url })
  admin = await buildStaff('Admin')
  await server.app.startJobs(server.url)
})
afterAll(async () => {
  await server.stop()
  await smtp.stop()
})

async function buildStaff(role: StaffRole) {
  const id = await server.buildPerson({ role })
  await markSecondFactor(server, id)
  return id
}

const read = async () => (await server.ask(admin, calls.getSettings, {})).body
async function change<C extends Call>(call: C, input: CallInput<C>) {
  const { status, body } = await server.ask(admin, call, input)
  return status === 200 ? 'done' : body.code
}

test('[STF-15] maintenance has a message and an expected end, which everybody can read while it lasts', async () => {
  const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
  const body = { underMaintenance: true, message: 'We move to a new machine.', until }
  expect(await change(setMaintenance, { body })).toBe('done')
  const status = async () => (await server.ask(null, getSystemStatus, {})).body
  expect(await status()).toMatchObject({ underMaintenance: true, maintenance: { message: body.message, until } })
  expect(server.delivered.at(-1)).toMatchObject({
    toEveryone: true,
    event: { underMaintenance: true, maintenance: { message: body.message, until } },
  })
  expect((await read()).maintenance).toEqual(body)
  await change(setMaintenance, { body: { underMaintenance: false, message: body.message, until } })
  expect((await status()).maintenance).toBeUndefined()
  expect(await change(setMaintenance, { body: { underMaintenance: true, message: 'x'.repeat(301) } })).toBe('core.bad_input')
})

test('[STF-15] mails come from the chosen sender, and a test mail goes to oneself', async () => {
  expect((await read()).mail).toMatchObject({ sender: null, defaultSender: 'Saathi <no-reply@saathi.example>', hasServer: true })
  const sender = { name: 'Pragati team', address: 'hello@pragati.example' }
  expect(await change(calls.setMailSender, { body: { sender } })).toBe('done')
  expect((await read()).mail.sender).toEqual(sender)
  const { address } = (await server.ask(admin, calls.sendTestMail, { body: {} })).body
  const received = () => smtp.received.find(({ to }) => to.includes(address))
  await expect.poll(received, { timeout: 20_000 }).toMatchObject({ from: sender.address })
  expect(received()?.raw).toContain('From: Pragati team <hello@pragati.example>')
  expect(await change(calls.setMailSender, { body: { sender: { name: '', address: 'no address' } } })).toBe('core.bad_input')
  const injected = { name: 'Saathi\nBcc: x', address: 'a@b.example' }
  expect(await change(calls.setMailSender, { body: { sender: injected } })).toBe('core.bad_input')
  await change(calls.setMailSender, { body: { sender: null } })
  expect((await read()).mail.sender).toBeNull()
  expect(JSON.stringify(await read())).not.toContain(new URL(smtp.url).port)
})

test('[STF-15] a language can be taken from the offer and put back, except the default', async () => {
  const offered = async () => {
    const { languages } = (await server.ask(null, getSupportedLanguages, {})).body
    return languages.find(({ languageCode }) => languageCode === 'ta')?.isActive
  }
  const offer = (code: string, isOffered: boolean) => change(calls.setLanguageOffered, { params: { code }, body: { isOffered } })
  const add = () =>
    change(addPerson, {
      body: { email: `${randomUUID()}@x.example`, role: 'Mentee', firstName: 'A', lastName: 'B', newPrimaryLanguage: 'ta' },
    })
  const tamil = await server.buildPerson({ language: 'ta' })
  expect([await offered(), await add()]).toEqual([true, 'done'])
  expect(await offer('ta', false)).toBe('done')
  expect([await offered(), await add()]).toEqual([false, 'content.language_not_offered'])
  expect((await read()).languages.find(({ code }) => code === 'ta')).toMatchObject({ isOffered: false, isDefault: false })
  // Who reads in it already keeps it.
  expect(await server.db.selectFrom('person').select('language_code').where('id', '=', tamil).executeTakeFirst()).toEqual({
    language_code: 'ta',
  })
  expect(await offer('ta', true)).toBe('done')
  expect(await offer('en', false)).toBe('staff.default_language')
  expect(await offer('xx', false)).toBe('staff.language_not_found')
})

test('[STF-15] quiet hours are listed and set in one’s own programmes only', async () => {
  const [own, foreign] = [await buildProject(server, [], '1to1'), await buildProject(server, [], '1to1')]
  const manager = await buildStaff('ProgramManager')
  const { members } = (await server.ask(admin, listTeam, {})).body
  for (const right of members.find(({ personId }) => personId === manager)?.rights ?? [])
    await server.ask(admin, endRight, { params: { id: right.id }, body: {} })
  await server.ask(admin, giveRight, { body: { personId: manager, role: 'ProgramManager', projectId: own, until: null } })
  const set = (projectId: number) =>
    server.ask(manager, setQuietHours, { params: { projectId }, body: { hours: { begins: '22:00', ends: '06:30' } } })
  expect((await set(own)).status).toBe(200)
  expect(await set(foreign)).toMatchObject({ status: 404, body: { code: 'chat.project_not_found' } })
  const { programmes } = (await server.ask(manager, listQuietHours, {})).body
  expect(programmes).toMatchObject([{ id: own, hours: { begins: '22:00', ends: '06:30' } }])
  const all = (await server.ask(admin, listQuietHours, {})).body.programmes
  expect(all.find(({ id }) => id === foreign)).toMatchObject({ hours: null })
})

test('[STF-15] settings of the product are for administrators', async () => {
  const manager = await buildStaff('ProgramManager')
  for (const who of [manager, await server.buildPerson()]) {
    expect((await server.ask(who, calls.getSettings, {})).body.code).toBe('core.forbidden')
    expect((await server.ask(who, calls.sendTestMail, { body: {} })).body.code).toBe('core.forbidden')
  }
  expect((await server.ask(null, calls.getSettings, {})).status).toBe(401)
})

test('[STF-15] retention is shown with its last run, set within its limits, and obeyed by the next run', async () => {
  const set = (kind: 'notices' | 'staff_acts' | 'codes', days: number) =>
    change(calls.setRetention, { params: { kind }, body: { days } })
  expect(await set('staff_acts', 364)).toBe('staff.retention_out_of_range')
  expect(await set('codes', 2)).toBe('staff.retention_out_of_range')
  const kindOf = async () => (await read()).retention.find(({ kind }) => kind === 'notices')
  expect(await kindOf()).toMatchObject({ days: 180, defaultDays: 180, least: 30, most: 730, lastRunAt: null })
  expect(await set('notices', 40)).toBe('done')
  const personId = await server.buildPerson()
  const notice = (key: string, daysAgo: number) => ({
    person_id: personId,
    kind: 'help',
    template: 'helpAnswered',
    link: '/',
    once_key: key,
    created_at: new Date(server.clock.now().getTime() - daysAgo * 86_400_000),
  })
  await server.db
    .insertInto('notice')
    .values([notice('old', 45), notice('new', 10)])
    .execute()
  await moveClock(server.db, server.clock, () => server.clock.advance(86_400))
  const left = async () => {
    const rows = await server.db.selectFrom('notice').select('once_key').where('person_id', '=', personId).execute()
    return rows.map(({ once_key }) => once_key)
  }
  await expect.poll(left, { timeout: 20_000 }).toEqual(['new'])
  await markSecondFactor(server, admin)
  await expect.poll(async () => (await kindOf())?.lastRunAt, { timeout: 20_000 }).not.toBeNull()
  expect(await kindOf()).toMatchObject({ days: 40 })
})
