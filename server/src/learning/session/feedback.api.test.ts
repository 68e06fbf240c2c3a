import { completeStep, getSession, rateSession } from '@saathi/contract/learning/session-calls'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { beginSession, buildSession } from '../../../test/hub-sessions.ts'

let server: TestServer
let asha: number
let session: number
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  asha = await server.buildPerson()
  const built = await buildSession(server)
  await beginSession(server, asha, built)
  session = built.id
})

const rate = (rating: number, review?: string, personId = asha) =>
  server.ask(personId, rateSession, { body: { session, rating, ...(review !== undefined && { review }) } })
const rows = () => server.db.selectFrom('session_feedback').selectAll().where('session_id', '=', session).execute()
async function post(payload: Record<string, unknown>) {
  const headers = { authorization: `Bearer ${await server.tokenFor(asha)}` }
  const response = await server.app.inject({ method: 'POST', url: rateSession.path, payload, headers })
  return { status: response.statusCode, body: response.json() }
}

describe('rating a session', () => {
  test.each([1, 2, 3, 4, 5])('[LRN-13] stores %s stars with the review, and shows them with the session', async (rating) => {
    expect(await rate(rating, '  Clear and short.\nशुक्रिया ')).toMatchObject({
      status: 200,
      body: { session, rating, review: 'Clear and short.\nशुक्रिया' },
    })
    const { body } = await server.ask(asha, getSession, { params: { id: session }, query: {} })
    expect(body.feedback).toEqual({ rating, review: 'Clear and short.\nशुक्रिया' })
  })

  test('[LRN-13] accepts an empty review and one of up to 2000 characters', async () => {
    expect(await rate(5)).toMatchObject({ status: 200, body: { review: '' } })
    expect((await rate(5, 'x'.repeat(2000))).status).toBe(200)
    expect(await rows()).toMatchObject([{ rating: 5, review: 'x'.repeat(2000) }])
  })

  test.each([0, 6, -1, 1.5, '5', '', null, true, [5]])('[LRN-13] refuses %j as a rating (C50)', async (rating) => {
    expect(await post({ session, rating, review: '' })).toMatchObject({
      status: 400,
      body: { code: 'core.bad_input', errors: { rating: [expect.any(String)] } },
    })
    expect(await rows()).toEqual([])
  })

  test('refuses a missing rating, a review that is too long or not text, and an unknown field, naming each', async () => {
    const refused = (field: string) => ({ status: 400, body: { errors: { [field]: [expect.any(String)] } } })
    expect(await post({ session })).toMatchObject(refused('rating'))
    expect(await post({ session, rating: 5, review: 'x'.repeat(2001) })).toMatchObject(refused('review'))
    expect(await post({ session, rating: 5, review: 5 })).toMatchObject(refused('review'))
    expect(await post({ session, rating: 5, person_id: 1 })).toMatchObject(refused('person_id'))
    expect(await rows()).toEqual([])
  })

  test('replaces the earlier rating, also for concurrent requests (C50)', async () => {
    await rate(2, 'Too fast')
    server.clock.advance(60)
    await rate(4, 'Better the second time')
    const later = server.clock.now()
    server.clock.reset()
    expect(await rows()).toMatchObject([{ person_id: asha, rating: 4, review: 'Better the second time' }])
    expect((await rows())[0]?.rated_at.getTime()).toBeGreaterThan(later.getTime() - 5_000)
    const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => rate((at % 5) + 1, 'at once')))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(await rows()).toMatchObject([{ review: 'at once' }])
  })

  test('keeps one rating per person', async () => {
    const ravi = await server.buildPerson()
    await rate(5, 'Mine')
    expect(await rate(1, 'His', ravi)).toMatchObject({ status: 409, body: { code: 'learning.not_begun' } })
    expect(await rows()).toMatchObject([{ person_id: asha, rating: 5 }])
  })

  test('refuses a session that was not started', async () => {
    session = (await buildSession(server)).id
    expect(await rate(5)).toMatchObject({ status: 409, body: { code: 'learning.not_begun' } })
    expect(await rows()).toEqual([])
  })

  test('does not change progress', async () => {
    const { body: before } = await server.ask(asha, getSession, { params: { id: session }, query: {} })
    const [step] = before.sessionSteps
    await server.ask(asha, completeStep, { body: { session, step: step?.id ?? 0 } })
    await rate(3)
    const { body: after } = await server.ask(asha, getSession, { params: { id: session }, query: {} })
    expect(after).toMatchObject({ sessionStatus: 'ONGOING', completedSteps: 1, durationCompleted: step?.duration })
  })
})
