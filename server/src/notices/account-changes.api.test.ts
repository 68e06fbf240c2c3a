import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import * as staff from '@saathi/contract/accounts/staff-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { changeRole } from '@saathi/contract/staff/people-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'

let server: TestServer
let admin: number
const reason = 'Agreed on the phone'
beforeAll(async () => {
  server = await startTestServer({ publicOrigin: 'https://saathi.example' })
  admin = await server.buildPerson({ role: 'Admin' })
  await markSecondFactor(server, admin)
})
afterAll(() => server.stop())

let people = 0
async function buildAsha() {
  people += 1
  const email = `changed-${people}@saathi.example`
  const id = await server.buildPerson({ email })
  const mail = async () =>
    (await server.db.selectFrom('mail').select('subject').where('to_address', '=', email).orderBy('id').execute()).map(
      ({ subject }) => subject,
    )
  const texts = async () => (await server.ask(id, listNotices, { query: {} })).body.notices.map(({ text }) => text)
  const looks = async () =>
    (await server.ask(id, listLooksAtMe, { query: {} })).body.looks.map(({ what, reason: why }) => [what, why])
  return { id, params: { personId: id }, mail, texts, looks }
}

test('[STF-08] the person learns which parts were opened and closed, and why', async () => {
  const { params, texts, looks } = await buildAsha()
  const set = (video: 'use' | 'off' | 'show') => server.ask(admin, staff.setFlags, { params, body: { video, reason } })
  await set('use')
  await set('use')
  await set('off')
  // It was closed already.
  await set('show')
  const [closed, opened, ...more] = await texts()
  expect(closed).toBe('Our team closed this for you: Video calls. Nothing of yours is deleted.')
  expect(opened).toBe('Have a look when you have a moment.')
  expect(more).toEqual([])
  expect(await looks()).toEqual([['changed_features', reason]])
})

test('[STF-08] a blocked person is mailed once, and again when the account is open', async () => {
  const { params, mail } = await buildAsha()
  const block = (isDisabled: boolean) => server.ask(admin, staff.setDisabled, { params, body: { isDisabled, reason } })
  await block(true)
  await block(true)
  expect(await mail()).toEqual(['Your account is blocked'])
  await block(false)
  await block(false)
  expect(await mail()).toEqual(['Your account is blocked', 'Your account is open again'])
})

test('[STF-08] a new role and the end of every sign-in are shown to the person', async () => {
  const { params, texts } = await buildAsha()
  expect((await server.ask(admin, changeRole, { params, body: { role: 'Mentor', reason } })).status).toBe(200)
  expect((await server.ask(admin, staff.signOutEverywhere, { params, body: {} })).status).toBe(200)
  expect(await texts()).toEqual(
    expect.arrayContaining(['What changed: your role in the programme.', 'What changed: you were signed out on every device.']),
  )
})
