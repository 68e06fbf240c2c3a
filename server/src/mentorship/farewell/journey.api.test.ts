import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@saathi/contract/core/time'
import { signIn } from '@saathi/contract/accounts/identity-calls'
import { listChannels } from '@saathi/contract/chat/calls'
import { setSeeker } from '@saathi/contract/matching/staff-calls'
import { listMentorships } from '@saathi/contract/mentorship/calls'
import * as calls from '@saathi/contract/mentorship/farewell-calls'
import { beginFarewell, startMentorship } from '@saathi/contract/mentorship/staff-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveClock } from '#core/jobs/move-clock.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { enterAsAdministrator, loadProgrammeWithoutPeople, type Newcomer, signUpByMail } from '../../../test/newcomers.ts'
import { PASSWORD } from '../../../test/valid-answers.ts'

/** This file writes no rows: everybody signs up, and staff act through the API. */

const soon = { timeout: 40_000, interval: 50 }
let server: TestServer
let admin: Newcomer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  await loadProgrammeWithoutPeople(server)
  await server.app.startJobs(server.url)
  admin = await enterAsAdministrator(server)
}, 120_000)
afterAll(() => server.stop())

/** Days later the sign-in has ended. */
async function enterAgain({ email }: Newcomer) {
  const { body } = await server.ask(null, signIn, { body: { email, password: PASSWORD } })
  return { authorization: `Bearer ${body.accessToken}` }
}

test('[TOD-09] asha and ravi say goodbye, and seven days later the chat can only be read', async () => {
  const asha = await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: 'one-to-one' })
  const ravi = await signUpByMail(server, { firstName: 'Ravi', role: 'Mentor', institutionCode: 'ABC-1234' })
  await admin.ask(setSeeker, { params: { personId: ravi.id }, body: { isApproved: true } })
  await admin.ask(startMentorship, { body: { mentor: ravi.id, mentees: [asha.id], reason: 'Both asked for it' } })
  const id = (await asha.ask(listMentorships, {})).mentorships[0]?.id ?? 0
  const params = { id }
  await admin.ask(beginFarewell, { params, body: { why: 'time_over' } })
  const titlesOf = async (person: Newcomer) => (await person.ask(listNotices, { query: {} })).notices.map(({ title }) => title)
  await expect.poll(() => titlesOf(ravi), soon).toContain('Your mentorship is coming to an end')

  const words = { takeaway: 'A goal fits on one page.', thanks: 'Thank you, Ravi.' }
  await asha.ask(calls.writeFarewell, { params, body: words }, { 'idempotency-key': randomUUID() })
  expect((await ravi.ask(calls.getFarewell, { params })).partners).toMatchObject([{ userId: asha.id, words }])
  const pair = (await ravi.ask(listChannels, {})).channels.find(({ kind }) => kind === 'pair')
  expect(pair).toMatchObject({ mentorship: id, closed: null })

  const pass = (days: number) => moveClock(server.db, server.clock, () => server.clock.advance((days * DAY_MS) / 1000))
  await pass(8)
  for (const person of [asha, ravi]) {
    const headers = await enterAgain(person)
    const mentorships = async () => (await person.ask(listMentorships, {}, headers)).mentorships
    await expect.poll(mentorships, soon).toMatchObject([{ id, isActive: false }])
    const channels = (await person.ask(listChannels, {}, headers)).channels
    expect(channels.find(({ kind }) => kind === 'pair')).toMatchObject({ mentorship: id, closed: { reason: 'ended' } })
    for (const paper of ['letter', 'certificate'] as const) {
      const { content } = await person.ask(calls.getFarewellPaper, { params: { id, paper } }, headers)
      expect(atob(content)).toMatch(/^%PDF-/)
    }
  }
})
