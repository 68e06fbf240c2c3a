import type { PairStepKind } from '@saathi/contract/mentorship/course-entities'
import { endMentorship, takePairStep, undoPairStep } from '@saathi/contract/mentorship/staff-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { blockPerson } from '@saathi/contract/safety/calls'
import { getPairFacts } from '@saathi/contract/staff/pair-calls'
import { beforeAll, expect, test } from 'vitest'
import { findCourseFacts } from '#mentorship/public.ts'
import { openChatFor } from '../../../test/chat-channels.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { buildMentorship } from '../../../test/mentorships.ts'
import { buildStaff, buildStaffOf } from '../../../test/staff-rights.ts'

let server: TestServer
let manager: number
beforeAll(async () => {
  server = await sharedServer()
  manager = await buildStaff(server, 'ProgramManager')
})

const ABSENT = 2_000_000_000
const reason = 'No call for 40 days'
const take = (id: number, kind: PairStepKind, who: number | null = manager, words = '') =>
  server.ask(who, takePairStep, { params: { id }, body: { kind, words, reason } })
const undo = (id: number, stepId: number, who: number | null = manager) =>
  server.ask(who, undoPairStep, { params: { id, stepId }, body: { reason } })
const newestOf = async (who: number) => (await server.ask(who, listNotices, { query: {} })).body.notices[0]

async function buildPair() {
  const hindi = await server.buildPerson({ language: 'hi' })
  const { id, projectId, mentorId } = await buildMentorship(server, { menteeIds: [hindi] })
  await openChatFor(server, [hindi, mentorId])
  const isPaused = async () =>
    (await server.db.selectFrom('chat_channel').select('is_paused').where('mentorship_id', '=', id).execute()).every(
      ({ is_paused }) => is_paused,
    )
  return { id, projectId, ravi: mentorId, asha: hindi, isPaused }
}

test('[TOD-08] remind, warn, pause and end reach both members in their language, with reason and words', async () => {
  const { id, ravi, asha, isPaused } = await buildPair()
  await take(id, 'remind', manager, 'Shall we call you?')
  expect(await newestOf(ravi)).toMatchObject({
    title: 'A message from your team about your mentorship',
    text: 'From the team: You have not met for a while. A short call this week would be a good start. Shall we call you?',
  })
  expect((await newestOf(asha))?.text).toMatch(/^टीम की ओर से: कुछ समय से आपकी मुलाक़ात नहीं हुई है/)
  await take(id, 'warn')
  expect((await newestOf(ravi))?.text).toMatch(/cannot go on like this/)
  const { body } = await take(id, 'pause')
  expect(await isPaused()).toBe(true)
  expect((await findCourseFacts(server.db, [id])).get(id)?.step).toMatchObject({ kind: 'pause' })
  const [pause] = body.steps
  expect((await undo(id, pause?.id ?? 0)).body.steps[0]).toMatchObject({ kind: 'pause', undoneAt: expect.any(String) })
  expect(await isPaused()).toBe(false)
  expect((await newestOf(ravi))?.text).toMatch(/The pause is over/)
  expect((await take(id, 'end')).status).toBe(200)
  const { course, endedAt } = (await server.ask(manager, getPairFacts, { params: { id }, query: { reason } })).body
  expect(endedAt).not.toBeNull()
  expect(course.steps.map(({ kind }) => kind)).toEqual(['end', 'pause', 'warn', 'remind'])
  expect(course.steps.every((step) => step.reason === reason)).toBe(true)
})

test('[TOD-08] a milder step comes first, and a pause applies once', async () => {
  const { id } = await buildPair()
  const tooEarly = { status: 409, body: { code: 'mentorship.step_too_early' } }
  expect(await take(id, 'warn')).toMatchObject(tooEarly)
  expect(await take(id, 'end')).toMatchObject(tooEarly)
  const replies = await Promise.all([take(id, 'pause'), take(id, 'pause')])
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await take(id, 'pause')).toMatchObject({ status: 409, body: { code: 'mentorship.step_in_force' } })
})

test('only a pause is undone, once, and nothing happens after the end', async () => {
  const { id } = await buildPair()
  const remind = (await take(id, 'remind')).body.steps[0]?.id ?? 0
  expect(await undo(id, remind)).toMatchObject({ status: 409, body: { code: 'mentorship.step_final' } })
  expect(await undo(id, ABSENT)).toMatchObject({ status: 404, body: { code: 'mentorship.step_not_found' } })
  const pause = (await take(id, 'pause')).body.steps[0]?.id ?? 0
  const both = await Promise.all([undo(id, pause), undo(id, pause)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  await server.ask(manager, endMentorship, { params: { id }, body: { reason } })
  for (const reply of [await take(id, 'remind'), await undo(id, pause)])
    expect(reply).toMatchObject({ status: 409, body: { code: 'mentorship.over' } })
})

test('a pair that the safety desk keeps closed stays closed when the team resumes it', async () => {
  const { id, asha, ravi, isPaused } = await buildPair()
  const pause = (await take(id, 'pause')).body.steps[0]?.id ?? 0
  expect((await server.ask(asha, blockPerson, { params: { personId: ravi } })).status).toBe(200)
  await undo(id, pause)
  expect(await isPaused()).toBe(true)
})

test('coordinators remind in the pairs they manage, and only managers pause or end', async () => {
  const { id, projectId, asha } = await buildPair()
  const coordinator = await buildStaffOf(server, 'PairManager', projectId)
  const notFound = { status: 404, body: { code: 'mentorship.not_found' } }
  expect(await take(id, 'remind', coordinator)).toMatchObject(notFound)
  const joined = { mentorship_id: id, person_id: coordinator, part: 'pair_manager', joined_at: server.clock.now() }
  await server.db.insertInto('mentorship_member').values(joined).execute()
  expect((await take(id, 'remind', coordinator)).status).toBe(200)
  expect((await take(id, 'pause', coordinator)).status).toBe(403)
  const elsewhere = await buildStaffOf(server, 'ProgramManager', (await buildPair()).projectId)
  expect(await take(id, 'remind', elsewhere)).toMatchObject(notFound)
  expect((await take(id, 'remind', asha)).status).toBe(403)
  expect((await take(id, 'remind', null)).status).toBe(401)
  expect((await take(id, 'remind', manager, 'x'.repeat(501))).status).toBe(400)
})
