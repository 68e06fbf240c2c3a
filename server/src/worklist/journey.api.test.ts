import { randomUUID } from 'node:crypto'
import { setSeeker } from '@saathi/contract/matching/staff-calls'
import { listMentorships } from '@saathi/contract/mentorship/calls'
import { startMentorship } from '@saathi/contract/mentorship/staff-calls'
import { chooseNotices, listNotices } from '@saathi/contract/notices/calls'
import { getPairFacts } from '@saathi/contract/staff/pair-calls'
import * as calls from '@saathi/contract/worklist/nudge-calls'
import { addPairNote } from '@saathi/contract/worklist/note-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enterAsAdministrator, loadProgrammeWithoutPeople, type Newcomer, signUpByMail } from '../../test/newcomers.ts'
import { planChange, planFor, sendAll, toMorning } from '../../test/nudges.ts'

/** This file writes no rows: everybody signs up, and staff act through the API. */

let server: TestServer
let admin: Newcomer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  await loadProgrammeWithoutPeople(server)
  admin = await enterAsAdministrator(server)
}, 120_000)
afterAll(() => server.stop())

/** Two days after the sign-up, so with a new token. */
const remindersOf = async ({ id }: Newcomer) =>
  (await server.ask(id, listNotices, { query: {} })).body.notices
    .filter(({ kind }) => kind === 'nudges')
    .map(({ title }) => title)

test('[TOD-07] a new pair that does not meet is reminded in the language of each, unless one has switched it off', async () => {
  const asha = await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: 'one-to-one', newPrimaryLanguage: 'hi' })
  const ravi = await signUpByMail(server, { firstName: 'Ravi', role: 'Mentor', institutionCode: 'ABC-1234' })
  const sunil = await signUpByMail(server, { firstName: 'Sunil', role: 'Mentee', project: 'one-to-one' })
  const meera = await signUpByMail(server, { firstName: 'Meera', role: 'Mentor', institutionCode: 'ABC-1234' })
  const pairs = [
    [ravi, asha],
    [meera, sunil],
  ] as const
  for (const [mentor, mentee] of pairs) {
    await admin.ask(setSeeker, { params: { personId: mentor.id }, body: { isApproved: true } })
    await admin.ask(startMentorship, { body: { mentor: mentor.id, mentees: [mentee.id], reason: 'Both asked for it' } })
  }
  await sunil.ask(chooseNotices, { body: { kind: 'nudges', inApp: false, email: false, push: false } })
  const id = (await asha.ask(listMentorships, {})).mentorships[0]?.id ?? 0
  const before = await admin.ask(getPairFacts, { params: { id }, query: { reason: 'A reminder' } })
  const programmeId = before.programme.id
  const params = { programmeId, trigger: 'no_first_meeting' } as const
  const timing = { afterDays: 1, times: 1, perDay: 50 }
  const { count } = await admin.ask(calls.previewNudgePlan, { params, query: timing })
  await admin.ask(calls.setNudgePlan, { params, body: planChange({ ...timing, seen: count }) })
  await planFor(server, programmeId, 2)
  const { nudges } = await admin.ask(calls.listNudges, { query: {} })
  expect(nudges.map(({ title }) => title).toSorted()).toEqual(
    ['Time for your first meeting?', 'Time for your first meeting?', 'पहली बार मिलें?'].toSorted(),
  )
  await admin.ask(addPairNote, { params: { id }, body: { text: 'They meet on Sundays.' } }, { 'idempotency-key': randomUUID() })
  await toMorning(server, 2)
  await sendAll(server)
  expect([await remindersOf(asha), await remindersOf(ravi), await remindersOf(sunil)]).toEqual([
    ['पहली बार मिलें?'],
    ['Time for your first meeting?'],
    [],
  ])
})
