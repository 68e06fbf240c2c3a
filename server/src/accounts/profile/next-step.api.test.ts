import { fileURLToPath } from 'node:url'
import { CALL_NAMES_MAX, getNextFacts, NEXT_SESSIONS_MAX } from '@saathi/contract/accounts/next-facts'
import { nextStepOf } from '@saathi/contract/accounts/next-step'
import type { Finish } from '@saathi/contract/learning/detail'
import { completeStep, getSession, startSession } from '@saathi/contract/learning/session-calls'
import { SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/progress'
import { getStage, getSurvey } from '@saathi/contract/surveys/calls'
import { postCallEvent } from '@saathi/contract/video/calls'
import { PEOPLE_MAX } from '@saathi/contract/video/entities'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadFolder } from '#programme/load/folder.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildMentorship, buildMentorshipSession } from '../../../test/mentorships.ts'
import { signUpByMail } from '../../../test/newcomers.ts'
import { sessionClient } from '../../../test/session-client.ts'
import { answersTo } from '../../../test/valid-answers.ts'
import { address } from '../../../test/programme-mentorship.ts'
import { sendAnswers, replyOf } from '../../../test/send-answers.ts'
import { sendStage } from '../../../test/surveys.ts'
import { buildCallers, placeCall } from '../../../test/video-rooms.ts'

const demo = fileURLToPath(new URL('../../../../demo', import.meta.url))
const NOON = new Date('2026-03-09T12:00:00+05:30')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 100 })
  server.clock.set(NOON)
  await loadFolder(server.app.world, demo, server.app.log, async (password) => `hash of ${password}`)
})
afterAll(() => server.stop())

const factsOf = async (personId: number) => (await server.ask(personId, getNextFacts, {})).body
const stepOf = async (personId: number) => nextStepOf(await factsOf(personId), server.clock.now())
const personBy = async (name: string) =>
  (await server.db.selectFrom('person').select('id').where('email', '=', address(name)).executeTakeFirstOrThrow()).id

type SignUpChoice = { role: 'Mentee'; project: string } | { role: 'Mentor'; institutionCode: string }
const newcomer = async (choice: SignUpChoice) => (await signUpByMail(server, { firstName: 'Zara', ...choice })).id

async function answerSurvey(personId: number, survey: number): Promise<void> {
  const { stages } = (await server.ask(personId, getSurvey, { params: { id: survey }, query: {} })).body
  for (const { id: stage } of stages) {
    const { pages } = (await server.ask(personId, getStage, { params: { id: stage } })).body
    const answers = answersTo(pages.flatMap(({ questions }) => questions))
    const sent = await sendStage(server, personId, { survey, stage }, { answers })
    expect(sent).toMatchObject({ status: 200 })
  }
}

/** Starts the session, answers every due quiz and completes every step; returns the finishes the server replied with. */
async function completeSession(personId: number, session: number) {
  await server.ask(personId, startSession, { body: { session } })
  const { sessionSteps } = (await server.ask(personId, getSession, { params: { id: session }, query: {} })).body
  const finishes: Finish[] = []
  for (const { id: step, content } of sessionSteps) {
    for (const { quiz } of content) {
      if (!quiz) continue
      const submitted = { answers: answersTo(quiz.questions) }
      const { standing } = replyOf(await sendAnswers(server, personId, { session, step, quiz: quiz.id }, submitted))
      finishes.push(...(standing.finish ? [standing.finish] : []))
    }
    const { status, body } = await server.ask(personId, completeStep, { body: { session, step } })
    expect(status).toBe(200)
    finishes.push(...(body.finish ? [body.finish] : []))
  }
  return finishes
}

describe('after a fresh sign-up', () => {
  test('a mentee goes through the survey and five sessions to the search, step by step', async () => {
    const zara = await newcomer({ role: 'Mentee', project: 'one-to-one' })
    const first = await stepOf(zara)
    expect(first).toMatchObject({ kind: 'survey', finds: 'mentor', survey: { minutes: 8, isBegun: false, isFirst: true } })
    await answerSurvey(zara, first.kind === 'survey' ? first.survey.id : 0)

    const finishes: Finish[] = []
    for (let left = SESSIONS_TO_UNLOCK; left > 0; left -= 1) {
      const step = await stepOf(zara)
      expect(step).toMatchObject({ kind: 'session', goal: 'mentor', left })
      const session = step.kind === 'session' ? step.session.id : 0
      await server.ask(zara, startSession, { body: { session } })
      expect(await stepOf(zara)).toMatchObject({ kind: 'ongoing', session: { id: session }, goal: 'mentor', left })
      finishes.push(...(await completeSession(zara, session)))
    }
    expect(finishes).toEqual([
      { completed: 1, opened: [] },
      { completed: 2, opened: [] },
      { completed: 3, opened: [] },
      { completed: 4, opened: [] },
      { completed: 5, opened: ['mentorship', 'internship'] },
    ])
    expect(await stepOf(zara)).toEqual({ kind: 'looking', finds: 'mentor' })
    expect(await factsOf(zara)).toMatchObject({ mentorship: 'use', survey: null, matching: { status: 'READY', offers: 0 } })
  })

  test('five sessions without the survey lead to the survey, and the survey to the search', async () => {
    const zara = await newcomer({ role: 'Mentee', project: 'one-to-one' })
    for (let count = 0; count < SESSIONS_TO_UNLOCK; count += 1) {
      expect(await stepOf(zara)).toMatchObject({ kind: 'survey', finds: 'mentor' })
      await completeSession(zara, (await factsOf(zara)).hub.next?.id ?? 0)
    }
    const step = await stepOf(zara)
    expect(step).toMatchObject({ kind: 'survey', finds: 'mentor' })
    await answerSurvey(zara, step.kind === 'survey' ? step.survey.id : 0)
    expect(await stepOf(zara)).toEqual({ kind: 'looking', finds: 'mentor' })
  })

  test('a mentor answers the survey and enters the search without any session', async () => {
    const omar = await newcomer({ role: 'Mentor', institutionCode: 'ABC-1234' })
    const step = await stepOf(omar)
    expect(step).toMatchObject({ kind: 'survey', finds: 'mentee' })
    await answerSurvey(omar, step.kind === 'survey' ? step.survey.id : 0)
    expect(await stepOf(omar)).toEqual({ kind: 'checks' })
  })
})

describe('the people of the demo', () => {
  test.each([
    ['farhan', { kind: 'offer', count: 3, finds: 'mentor' }],
    ['priya', { kind: 'offer', count: 1, finds: 'mentee' }],
    ['pooja', { kind: 'asked' }],
    ['manoj', { kind: 'group' }],
    ['sneha', { kind: 'looking', finds: 'mentor' }],
    ['anita', { kind: 'pairs' }],
    ['staff', { kind: 'session', goal: null }],
  ])('%s', async (name, expected) => {
    expect(await stepOf(await personBy(name))).toMatchObject(expected)
  })

  test('new partners are asked to say hello in their shared channel', async () => {
    const neha = await factsOf(await personBy('neha'))
    const suresh = await factsOf(await personBy('suresh'))
    expect(neha.partners).toMatchObject([{ firstName: 'Suresh', part: 'mentor', people: 1 }])
    expect(suresh.partners).toMatchObject([{ firstName: 'Neha', part: 'mentee', people: 1 }])
    expect(neha.partners[0]?.channel).toBe(suresh.partners[0]?.channel)
  })

  test('an active pair has sessions, a partner with messages and a next meeting', async () => {
    const asha = await factsOf(await personBy('asha'))
    expect(asha.partners).toMatchObject([{ firstName: 'Ravi', fullName: 'Ravi Kulkarni', hasWritten: true }])
    expect(asha.walks.length).toBeGreaterThan(0)
    expect(asha.meeting).toMatchObject({ mentorship: asha.partners[0]?.mentorship })
  })

  test('a group mentor has all mentees as one partner', async () => {
    expect((await factsOf(await personBy('meera'))).partners).toMatchObject([{ part: 'mentee', people: 5 }])
  })

  test('a person without an active mentorship sees that an earlier one has ended', async () => {
    const facts = await factsOf(await personBy('mentorship-ended'))
    expect(facts).toMatchObject({ partners: [], hadMentorship: true })
  })
})

test('for a full call, the reply has the names of only the first people', async () => {
  const { mentorId, menteeIds, channelId } = await buildCallers(server, { mentees: PEOPLE_MAX })
  const { room } = await placeCall(server, mentorId, channelId)
  for (const personId of [mentorId, ...menteeIds].slice(0, PEOPLE_MAX)) {
    const body = { event: 'join' as const, jitsiParticipantId: `engine-${personId}`, timestamp: NOON.toISOString() }
    expect(await server.ask(personId, postCallEvent, { params: { id: room }, body })).toMatchObject({ status: 200 })
  }
  const reply = await server.ask(menteeIds.at(-1) ?? 0, getNextFacts, {})
  expect(reply).toMatchObject({ status: 200, body: { call: { room } } })
  expect(reply.body.call?.names).toHaveLength(CALL_NAMES_MAX)
})

test('a mentor with many mentorships gets the most urgent of their open sessions, by due date', async () => {
  const mentorId = await server.buildPerson({ role: 'Mentor' })
  const sessions = []
  while (sessions.length < 4) sessions.push(await buildMentorshipSession(server))
  let oldest = 0
  for (let count = 0; count < 6; count += 1) {
    const startedAt = new Date(NOON.getTime() - count * 86_400_000)
    const { id } = await buildMentorship(server, { mentorId, startedAt, sessions })
    for (const session of sessions.slice(0, 2)) await sessionClient(server).start(mentorId, session.id, id)
    oldest = id
  }
  const reply = await server.ask(mentorId, getNextFacts, {})
  expect(reply.status).toBe(200)
  const due = reply.body.walks.map(({ endDate }) => endDate)
  expect(due).toHaveLength(NEXT_SESSIONS_MAX)
  expect(due).toEqual(due.toSorted())
  expect(reply.body.walks[0]).toMatchObject({ mentorship: oldest })
})

test('the first session for a newcomer is an introductory one, whatever they asked to learn', async () => {
  const zara = await newcomer({ role: 'Mentee', project: 'one-to-one' })
  const { survey } = await factsOf(zara)
  await answerSurvey(zara, survey?.id ?? 0)
  expect((await factsOf(zara)).hub.next).toMatchObject({ title: 'A goal that pulls you forward' })
})

test('the next-step facts require a sign-in', async () => {
  expect((await server.ask(null, getNextFacts, {})).status).toBe(401)
})
