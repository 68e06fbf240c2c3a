import { HOUR_MS } from '@saathi/contract/core/time'
import * as calls from '@saathi/contract/safety/calls'
import * as cases from '@saathi/contract/safety/case-calls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildChannel, type BuiltChannel } from '../../test/chat-channels.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildLead, ofMessage, queueOf, send, takeNewest, writeMessage } from '../../test/safety-desk.ts'

let server: TestServer
let leads: number[]
let pair: BuiltChannel
let mentee: number
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 50 })
  leads = [await buildLead(server), await buildLead(server), await buildLead(server)]
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('truncate safety_case, person_block cascade')
  pair = await buildChannel(server)
  mentee = pair.menteeIds[0] ?? 0
})

const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

/** A report that the first lead has taken. */
async function work() {
  const message = await writeMessage(server, pair, pair.mentorId, 'come alone')
  const { id: reportId } = (await send(server, mentee, ofMessage(message))).body.report
  const [lead = 0, ...others] = leads
  const { id } = await takeNewest(server, lead)
  return { id, reportId, lead, others }
}

test('[SAF-06] of two who sign a case off at once, one succeeds', async () => {
  const { id, reportId, lead, others } = await work()
  const body = { kind: 'acted', text: 'We stopped him' } as const
  await server.ask(lead, cases.answerReport, { params: { id, reportId }, body })
  await server.ask(lead, cases.closeCase, { params: { id }, body: { decision: 'He is gone' } })
  const sign = (isAgreed: boolean) => (who: number) =>
    server.ask(who, cases.signOffCase, { params: { id }, body: { isAgreed, text: null } })
  const [first = 0, other = 0] = others
  const answers = await Promise.all([sign(true)(first), sign(false)(other)])
  expect(statusesOf(answers)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('safety.not_to_sign_off')
})

test('[SAF-09] of two who agree to a ban at once, one succeeds, and there is one ban', async () => {
  const { id, lead, others } = await work()
  const step = { kind: 'ban', personId: pair.mentorId, words: null, until: null, reason: 'Third time' } as const
  const asked = await server.ask(lead, cases.takeStep, { params: { id }, body: step })
  const params = { id, stepId: asked.body.steps[0]?.id ?? 0 }
  const answers = await Promise.all(others.map((who) => server.ask(who, cases.agreeStep, { params, body: {} })))
  expect(statusesOf(answers)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('safety.step_decided')
})

test('[SAF-09] the same step asked for twice at once is taken once', async () => {
  const { id, lead } = await work()
  const until = new Date(server.clock.now().getTime() + HOUR_MS).toISOString()
  const step = { kind: 'mute', personId: pair.mentorId, words: null, until, reason: 'to keep her safe' } as const
  const ask = () => server.ask(lead, cases.takeStep, { params: { id }, body: step })
  expect(statusesOf(await Promise.all([ask(), ask()]))).toEqual([200, 409])
})

test('[SAF-01] a person who was blocked can report the one who blocked them', async () => {
  const message = await writeMessage(server, pair, mentee, 'you are stupid')
  expect((await server.ask(mentee, calls.blockPerson, { params: { personId: pair.mentorId } })).status).toBe(200)
  expect((await send(server, pair.mentorId, ofMessage(message))).status).toBe(200)
  expect((await queueOf(server, leads[0] ?? 0)).cases.map(({ source }) => source).toSorted()).toEqual(['block', 'report'])
})
