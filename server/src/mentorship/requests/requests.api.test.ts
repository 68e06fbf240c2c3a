import { randomUUID } from 'node:crypto'
import { exportOwnData } from '@saathi/contract/accounts/calls'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import type { CallInput } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/mentorship/course-calls'
import { listMentorships } from '@saathi/contract/mentorship/calls'
import { answerRequest, endMentorship } from '@saathi/contract/mentorship/staff-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { getPairFacts } from '@saathi/contract/staff/pair-calls'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findCourseFacts } from '#mentorship/public.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { buildMentorship } from '../../../test/mentorships.ts'
import { buildStaff, buildStaffOf } from '../../../test/staff-rights.ts'

let server: TestServer
let manager: number
beforeAll(async () => {
  server = await sharedServer()
  manager = await buildStaff(server, 'ProgramManager')
})
beforeEach(() => {
  server.delivered.length = 0
})

const ABSENT = 2_000_000_000
type Wish = CallInput<typeof calls.requestChange>['body']
const wish: Wish = { kind: 'other_partner', reason: 'no_answer', words: 'Nobody writes back.' }
type Answer = 'talk' | 'rematch' | 'end' | 'decline'

const ask = (who: number | null, id: number, changes: Partial<Wish> = {}) =>
  server.ask(who, calls.requestChange, { params: { id }, body: { ...wish, ...changes } }, { 'idempotency-key': randomUUID() })
const withdraw = (who: number | null, id: number, requestId: number) =>
  server.ask(who, calls.withdrawRequest, { params: { id, requestId }, body: {} })
const answer = (who: number | null, id: number, requestId: number, kind: Answer = 'talk', words = '') =>
  server.ask(who, answerRequest, { params: { id, requestId }, body: { kind, words } })
const courseOf = async (who: number, id: number) => (await server.ask(who, calls.getMyCourse, { params: { id } })).body
const noticesOf = async (who: number) => (await server.ask(who, listNotices, { query: {} })).body.notices
const pushedTo = (personId: number) => server.delivered.filter((delivery) => 'to' in delivery && delivery.to.includes(personId))
const isActive = async (who: number, id: number) =>
  (await server.ask(who, listMentorships, {})).body.mentorships.find((each) => each.id === id)?.isActive

async function buildPair() {
  const { id, projectId, mentorId, menteeIds, pairManagerId } = await buildMentorship(server, { withPairManager: true })
  return { id, projectId, ravi: mentorId, asha: menteeIds[0] ?? 0, anita: pairManagerId ?? 0 }
}

describe('asking the team', () => {
  test('[TOD-11] a member asks for another partner; the team sees it, and the partner learns nothing', async () => {
    const { id, ravi, asha } = await buildPair()
    const before = (await noticesOf(ravi)).length
    server.delivered.length = 0
    const { status, body } = await ask(asha, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...wish, isOpen: true, answers: [] })
    expect((await courseOf(asha, id)).request).toEqual(body)
    expect((await courseOf(ravi, id)).request).toBeNull()
    expect([(await noticesOf(ravi)).length, pushedTo(ravi)]).toEqual([before, []])
    const { course } = (await server.ask(manager, getPairFacts, { params: { id }, query: { reason: 'Their request' } })).body
    expect(course.requests).toEqual([{ ...body, personId: asha }])
    expect((await findCourseFacts(server.db, [id])).get(id)?.requests).toEqual([
      { id: body.id, personId: asha, kind: 'other_partner', askedAt: new Date(body.askedAt) },
    ])
  })

  test('each member has one open request; it is accepted once even if sent twice at once', async () => {
    const { id, ravi, asha } = await buildPair()
    const replies = await Promise.all([ask(asha, id), ask(asha, id, { words: 'Again.' })])
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'mentorship.request_open' })
    expect((await ask(ravi, id)).status).toBe(200)
  })

  test('taken back, it is closed, and another one can be made', async () => {
    const { id, ravi, asha } = await buildPair()
    const { id: requestId } = (await ask(asha, id)).body
    expect(await withdraw(ravi, id, requestId)).toMatchObject({ status: 404, body: { code: 'mentorship.request_not_found' } })
    expect((await withdraw(asha, id, requestId)).body).toMatchObject({ isOpen: false })
    expect(await withdraw(asha, id, requestId)).toMatchObject({ status: 409, body: { code: 'mentorship.request_closed' } })
    expect((await ask(asha, id)).status).toBe(200)
  })

  test('is refused for outsiders, the pair manager, former members and bad input', async () => {
    const { id, asha, anita } = await buildPair()
    const outsider = await server.buildPerson()
    expect((await ask(null, id)).status).toBe(401)
    for (const [who, at] of [
      [outsider, id],
      [asha, ABSENT],
    ] as const)
      expect(await ask(who, at)).toMatchObject({ status: 404, body: { code: 'mentorship.not_found' } })
    expect((await ask(anita, id)).status).toBe(403)
    expect(await ask(asha, id, { words: 'x'.repeat(501) })).toMatchObject({ status: 400 })
    const { body } = await ask(asha, id)
    await server.ask(manager, endMentorship, { params: { id }, body: { reason: 'The programme is over' } })
    expect((await courseOf(asha, id)).request).toMatchObject({ id: body.id, isOpen: false })
    expect(await ask(asha, id)).toMatchObject({ status: 404, body: { code: 'mentorship.not_found' } })
  })
})

describe('the answer of the team', () => {
  test('[TOD-11] the member is notified of each answer; after “we talk first” the request still waits', async () => {
    const { id, ravi, asha } = await buildPair()
    const { id: requestId } = (await ask(asha, id)).body
    expect((await answer(manager, id, requestId, 'talk', 'Are you free on Friday?')).body).toMatchObject({ isOpen: true })
    expect((await answer(manager, id, requestId, 'decline', 'Ravi was ill. Please give it two weeks.')).body).toMatchObject({
      isOpen: false,
      answers: [
        { kind: 'talk', words: 'Are you free on Friday?' },
        { kind: 'decline', words: 'Ravi was ill. Please give it two weeks.' },
      ],
    })
    const own = (await noticesOf(asha)).filter(({ title }) => title === 'The team has answered your request')
    expect(own.map(({ text }) => text)).toEqual([
      'Our answer: We can’t do this for now. Ravi was ill. Please give it two weeks.',
      'Our answer: We would like to talk with you first. Are you free on Friday?',
    ])
    expect((await noticesOf(ravi)).map(({ title }) => title)).not.toContain('The team has answered your request')
    const looks = async (who: number) => (await server.ask(who, listLooksAtMe, { query: {} })).body.looks
    expect([(await looks(asha)).map(({ what }) => what), await looks(ravi)]).toEqual([['changed_pair'], []])
    expect(await isActive(asha, id)).toBe(true)
  })

  test.each(['rematch', 'end'] as const)(
    '%s ends the pair at once, and the partner is notified of the end only',
    async (kind) => {
      const { id, ravi, asha } = await buildPair()
      const { id: requestId } = (await ask(asha, id)).body
      expect((await answer(manager, id, requestId, kind)).body).toMatchObject({ isOpen: false, answers: [{ kind }] })
      for (const who of [asha, ravi]) {
        expect(await isActive(who, id)).toBe(false)
        expect((await noticesOf(who)).map(({ title }) => title)).toContain('Your mentorship has ended')
      }
      expect((await noticesOf(ravi)).map(({ title }) => title)).not.toContain('The team has answered your request')
    },
  )

  test('in a group only the member who asked leaves', async () => {
    const { id, mentorId, menteeIds } = await buildMentorship(server, { mentees: 2 })
    const [asha = 0, imran = 0] = menteeIds
    const { id: requestId } = (await ask(asha, id, { kind: 'end' })).body
    await answer(manager, id, requestId, 'end')
    expect([await isActive(asha, id), await isActive(imran, id), await isActive(mentorId, id)]).toEqual([false, true, true])
  })

  test('requires a text when it declines, and a request that is still open', async () => {
    const { id, asha } = await buildPair()
    const { id: requestId } = (await ask(asha, id)).body
    expect(await answer(manager, id, requestId, 'decline', '  ')).toMatchObject({
      status: 400,
      body: { code: 'mentorship.words_missing' },
    })
    expect(await answer(manager, id, ABSENT)).toMatchObject({ status: 404, body: { code: 'mentorship.request_not_found' } })
    const other = await buildPair()
    expect(await answer(manager, other.id, requestId)).toMatchObject({ status: 404 })
    await withdraw(asha, id, requestId)
    expect(await answer(manager, id, requestId)).toMatchObject({ status: 409, body: { code: 'mentorship.request_closed' } })
  })

  test('a coordinator answers in the pairs they manage, and cannot end them', async () => {
    const { id, projectId, asha } = await buildPair()
    const { id: requestId } = (await ask(asha, id)).body
    const coordinator = await buildStaffOf(server, 'PairManager', projectId)
    const notFound = { status: 404, body: { code: 'mentorship.not_found' } }
    expect(await answer(coordinator, id, requestId)).toMatchObject(notFound)
    const joined = { mentorship_id: id, person_id: coordinator, part: 'pair_manager', joined_at: server.clock.now() }
    await server.db.insertInto('mentorship_member').values(joined).execute()
    expect((await answer(coordinator, id, requestId)).status).toBe(200)
    expect(await answer(coordinator, id, requestId, 'end')).toMatchObject({ status: 403, body: { code: 'core.forbidden' } })
    const elsewhere = await buildStaffOf(server, 'ProgramManager', (await buildPair()).projectId)
    expect(await answer(elsewhere, id, requestId)).toMatchObject(notFound)
    expect((await answer(asha, id, requestId)).status).toBe(403)
    expect((await answer(null, id, requestId)).status).toBe(401)
  })

  test('and a withdrawal at the same moment: exactly one of them counts', async () => {
    for (const _round of [1, 2, 3]) {
      const { id, asha } = await buildPair()
      const { id: requestId } = (await ask(asha, id)).body
      const replies = await Promise.all([withdraw(asha, id, requestId), answer(manager, id, requestId, 'end')])
      const [withdrawn, ended] = replies.map(({ status }) => status)
      expect(new Set([withdrawn, ended])).toEqual(new Set([200, 409]))
      expect(await isActive(asha, id)).toBe(ended !== 200)
    }
  })
})

test('the data export contains own requests with their answers, and nothing of the partner', async () => {
  const { id, ravi, asha } = await buildPair()
  const { id: requestId } = (await ask(asha, id)).body
  await answer(manager, id, requestId, 'talk', 'We call you.')
  const partsOf = async (who: number) => (await server.ask(who, exportOwnData, { body: {} })).body.parts['mentorship']
  expect(await partsOf(asha)).toMatchObject({ requests: [{ ...wish, answers: [{ words: 'We call you.' }] }] })
  expect(await partsOf(ravi)).toMatchObject({ requests: [] })
})
