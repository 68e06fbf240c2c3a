import { randomUUID } from 'node:crypto'
import { listSessions } from '@saathi/contract/learning/calls'
import { getMatchList } from '@saathi/contract/matching/calls'
import { listSeekers, runMatching } from '@saathi/contract/matching/staff-calls'
import { listMentorships, listMentorshipSessions } from '@saathi/contract/mentorship/calls'
import { startMentorship } from '@saathi/contract/mentorship/staff-calls'
import * as calls from '@saathi/contract/staff/programme-calls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import {
  answerFirstSurvey,
  completeHubSessions,
  enterAsAdministrator,
  loadProgrammeWithoutPeople,
  type Newcomer,
  signUpByMail,
} from '../../../test/newcomers.ts'
import { newCode, programmeSettings } from '../../../test/programme-settings.ts'

const ABSENT = 2_000_000_000
const HOUR_MS = 3_600_000
const soon = { timeout: 40_000, interval: 50 }
let server: TestServer
let admin: Newcomer
let settings: ReturnType<typeof programmeSettings>
let programmeId: number
let number = 0
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  await loadProgrammeWithoutPeople(server)
  admin = await enterAsAdministrator(server)
  settings = programmeSettings(server, admin)
  await server.app.startJobs(server.url)
}, 120_000)
afterAll(() => server.stop())
beforeEach(async () => {
  number += 1
  programmeId = await settings.create(`Pragati ${number}`)
  await admin.ask(calls.addCode, { params: { programmeId }, body: { code: `PUN-${number}`, ...newCode } })
  await settings.open(programmeId)
})

const show = () => settings.show(programmeId)
const mentor = () => signUpByMail(server, { firstName: 'Leela', role: 'Mentor', institutionCode: `PUN-${number}` })
const mentee = async () => signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: (await show()).key })

async function chooseSessions() {
  const one = (await admin.ask(calls.listProgrammes, {})).programmes.find(({ name }) => name === 'Saathi one to one')
  return (await settings.show(one?.id ?? 0)).schedule
}

test('[STF-09] a schedule counts for mentorships that start later; running ones keep theirs', async () => {
  const [first, second, third] = await chooseSessions()
  if (!first || !second || !third) throw new Error('The loaded programme has too few sessions')
  const set = (...sessionIds: number[]) =>
    settings.trySave.schedule(programmeId, { sessions: sessionIds.map((sessionId) => ({ sessionId, days: 21 })) })
  const startPair = async () => {
    const [leela, asha] = [await mentor(), await mentee()]
    const body = { mentor: leela.id, mentees: [asha.id], reason: 'Both asked for it' }
    await admin.ask(startMentorship, { body }, { 'idempotency-key': randomUUID() })
    return asha
  }
  const sessionsOf = async (person: Newcomer) => {
    const { mentorships } = await person.ask(listMentorships, {})
    const { sessions } = await person.ask(listMentorshipSessions, { query: { mentorship: mentorships[0]?.id ?? 0 } })
    return sessions.map(({ id }) => id)
  }
  expect((await set(second.sessionId, first.sessionId)).body.schedule).toMatchObject([
    { sessionId: second.sessionId, days: 21, title: second.title },
    { sessionId: first.sessionId, days: 21 },
  ])
  const early = await startPair()
  expect(await sessionsOf(early)).toEqual([second.sessionId, first.sessionId])
  expect((await set(third.sessionId)).body.counts).toMatchObject({ running: 1 })
  const late = await startPair()
  expect(await sessionsOf(late)).toEqual([third.sessionId])
  expect(await sessionsOf(early)).toEqual([second.sessionId, first.sessionId])
  expect((await set(first.sessionId, first.sessionId)).body.code).toBe('staff.schedule_refused')
  expect((await set(ABSENT)).body.code).toBe('staff.schedule_refused')
  const hub = (await late.ask(listSessions, { query: { size: 50 } })).sessions
  expect((await set(hub[0]?.id ?? 0)).body.code).toBe('staff.schedule_refused')
})

test('[STF-09] a first plan brings people who have answered into the pool, and the next run uses the plan as it is', async () => {
  const { key, plan, hasPlan } = await show()
  expect(hasPlan).toBe(false)
  expect(plan?.criteria.every(({ strength }) => strength === 'off')).toBe(true)
  const [leela, asha] = [await mentor(), await mentee()]
  for (const person of [leela, asha]) await answerFirstSurvey(person)
  await completeHubSessions(asha, 5)
  const sessions = (await chooseSessions()).slice(0, 2).map(({ sessionId, days }) => ({ sessionId, days }))
  await settings.trySave.schedule(programmeId, { sessions })
  const waiting = async () => (await admin.ask(listSeekers, { query: { project: key } })).seekers.length
  expect(await waiting()).toBe(0)

  const languages = [{ key: 'languages', strength: 'must' as const }]
  const first = await settings.trySave.plan(programmeId, { criteria: languages, needsApproval: false })
  expect(first.body).toMatchObject({ hasPlan: true, plan: { expiryHours: 72, needsApproval: false } })
  await expect.poll(waiting, soon).toBe(2)

  const criteria = [...languages, { key: 'goals', strength: 'high' as const }]
  await settings.trySave.plan(programmeId, { criteria, expiryHours: 48 })
  const answered = async () => {
    const row = server.db.selectFrom('match_seeker').select('answers').where('person_id', '=', asha.id)
    return Object.keys(Object(await row.executeTakeFirst())['answers'] ?? {}).toSorted()
  }
  await expect.poll(answered, soon).toEqual(['goals', 'languages'])
  expect(await admin.ask(runMatching, { body: { project: key, dryRun: false } })).toMatchObject({ proposalCount: 1 })
  const { matchTrackers } = await asha.ask(getMatchList, { query: { active: '1' } })
  const hours = (new Date(matchTrackers[0]?.expiresAt ?? 0).getTime() - server.clock.now().getTime()) / HOUR_MS
  expect(Math.round(hours)).toBe(48)
  expect((await show()).counts).toMatchObject({ people: 2, waiting: 2, openOffers: 1 })
})

test('[STF-09] a plan that could not work is refused', async () => {
  const code = async (changes: Parameters<typeof settings.trySave.plan>[1]) =>
    (await settings.trySave.plan(programmeId, changes)).body.code
  const high = (key: string) => ({ key, strength: 'high' as const })
  expect(await code({ criteria: [high('shoe-size')] })).toBe('staff.plan_criteria')
  expect(await code({ criteria: [high('goals'), high('goals')] })).toBe('staff.plan_criteria')
  expect(await code({ criteria: [{ key: 'goals', strength: 'off' }] })).toBe('staff.plan_criteria')
  // The survey lets people leave out their interests.
  expect(await code({ criteria: [{ key: 'interests', strength: 'must' }] })).toBe('staff.plan_must')
  expect(await code({ criteria: [high('goals')], places: 10, exposure: 5 })).toBe('staff.plan_exposure')
  expect(await code({ criteria: [high('goals')], expiryHours: 0 })).toBe('core.bad_input')
  await settings.trySave.basics(programmeId, { groupType: '1toM' })
  expect(await code({ criteria: [high('goals')], groupSize: 2, groupMinimum: 3 })).toBe('staff.plan_group')
  const { plan } = await show()
  expect(plan?.criteria.find(({ key }) => key === 'languages')?.canBeMust).toBe(true)
  expect(plan?.criteria.find(({ key }) => key === 'interests')?.canBeMust).toBe(false)
})
