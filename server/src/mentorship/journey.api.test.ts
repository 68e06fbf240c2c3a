import { randomUUID } from 'node:crypto'
import { setSeeker } from '@saathi/contract/matching/staff-calls'
import { listMentorships } from '@saathi/contract/mentorship/calls'
import * as calls from '@saathi/contract/mentorship/course-calls'
import { answerRequest, startMentorship } from '@saathi/contract/mentorship/staff-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { getPairFacts, listPairs } from '@saathi/contract/staff/pair-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enterAsAdministrator, loadProgrammeWithoutPeople, type Newcomer, signUpByMail } from '../../test/newcomers.ts'

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

const titlesOf = async (person: Newcomer) => (await person.ask(listNotices, { query: {} })).notices.map(({ title }) => title)

test('[TOD-11] asha and ravi agree how often they meet, and asha gets another partner when she asks for one', async () => {
  const asha = await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: 'one-to-one' })
  const ravi = await signUpByMail(server, { firstName: 'Ravi', role: 'Mentor', institutionCode: 'ABC-1234' })
  await admin.ask(setSeeker, { params: { personId: ravi.id }, body: { isApproved: true } })
  await admin.ask(startMentorship, { body: { mentor: ravi.id, mentees: [asha.id], reason: 'Both asked for it' } })
  const id = (await asha.ask(listMentorships, {})).mentorships[0]?.id ?? 0
  const params = { id }

  const once = () => ({ 'idempotency-key': randomUUID() })
  const { proposals } = await ravi.ask(calls.proposeAgreement, { params, body: { meetingsPerMonth: 2 } }, once())
  const proposalId = proposals[0]?.id ?? 0
  await asha.ask(calls.acceptAgreement, { params: { id, proposalId }, body: {} })

  await asha.ask(
    calls.requestChange,
    { params, body: { kind: 'other_partner', reason: 'no_answer', words: 'Nobody writes back.' } },
    once(),
  )
  const { pairs } = await admin.ask(listPairs, { query: {} })
  expect(pairs.map((pair) => pair.id)).toEqual([id])
  const { course } = await admin.ask(getPairFacts, { params, query: { reason: 'Her request' } })
  expect(course).toMatchObject({ agreement: { meetingsPerMonth: 2 }, requests: [{ words: 'Nobody writes back.' }] })
  const requestId = course.requests[0]?.id ?? 0
  await admin.ask(answerRequest, { params: { id, requestId }, body: { kind: 'talk', words: 'We call you.' } })
  await admin.ask(answerRequest, { params: { id, requestId }, body: { kind: 'rematch' } })

  await expect.poll(() => titlesOf(asha), soon).toContain('The team has answered your request')
  expect(await titlesOf(ravi)).not.toContain('The team has answered your request')
  expect((await ravi.ask(calls.getMyCourse, { params })).request).toBeNull()
  for (const person of [asha, ravi])
    expect((await person.ask(listMentorships, {})).mentorships).toMatchObject([{ id, isActive: false }])
})
