import { completeStep, startSession } from '@saathi/contract/learning/session-calls'
import { LiveEvent } from '@saathi/contract/live'
import { listNotices } from '@saathi/contract/notices/calls'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { inTransaction } from '#core/ctx.ts'
import { startTestServer, testEnv, type TestServer } from '../../test/harness.ts'
import type { BuiltSession } from '../../test/hub-sessions.ts'
import { buildMentorship, type BuiltMentorship, buildMentorshipSession } from '../../test/mentorships.ts'
import { makeChoice, makeQuiz, quizItem } from '../../test/quiz-content.ts'
import { startRedis } from '../../test/redis.ts'
import { spawnServer } from '../../test/several-servers.ts'
import { sessionClient } from '../../test/session-client.ts'
import { leaveMentorship } from './lifecycle.ts'

let server: TestServer
let actions: ReturnType<typeof sessionClient>
let session: BuiltSession
let group: BuiltMentorship
let [asha, ravi] = [0, 0]
beforeAll(async () => {
  server = await startTestServer()
  actions = sessionClient(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  session = await buildMentorshipSession(server, {
    title: 'Listening well',
    hindiTitle: 'ध्यान से सुनना',
    content: { 0: [quizItem('ask')] },
    quizzes: { ask: makeQuiz([makeChoice('pick')]) },
  })
  group = await buildMentorship(server, { sessions: [session], mentees: 2, withPairManager: true })
  ;[asha = 0, ravi = 0] = group.menteeIds
  server.delivered.length = 0
})

const log = pino({ level: 'silent' })
/** The mentorship pushes sent so far and their recipients, sorted for comparison. */
const sent = () =>
  server.delivered.flatMap((delivery) =>
    'to' in delivery && delivery.event.type.startsWith('mentorship.')
      ? [{ to: [...delivery.to].toSorted((a, b) => a - b), event: delivery.event }]
      : [],
  )
const everybody = () => [group.mentorId, ...group.menteeIds, group.pairManagerId ?? 0].toSorted((a, b) => a - b)
const moved = () => ({ type: 'mentorship.progress_changed', mentorship: group.id, session: session.id })

describe('progress of a member', () => {
  test('[MEN-12] is pushed to all members for a start, a quiz and a step, without person or step', async () => {
    const place = { session: session.id, step: session.steps[0] ?? 0, quiz: session.quizzes.get('ask') ?? 0 }
    const doing = [
      () => actions.start(asha, session.id),
      () => actions.taken(asha, place, { pick: 'good' }),
      () => actions.complete(asha, session.id, session.steps[0] ?? 0),
      () => actions.complete(asha, session.id, session.steps[1] ?? 0),
    ]
    for (const each of doing) {
      server.delivered.length = 0
      await each()
      expect(sent()).toEqual([{ to: everybody(), event: moved() }])
    }
  })

  test('[MEN-12] is pushed to the member’s own tabs with the session only', async () => {
    await actions.start(asha, session.id)
    const own = server.delivered.filter(({ event }) => event.type === 'learning.progress_changed')
    expect(own).toEqual([{ to: [asha], event: { type: 'learning.progress_changed', session: session.id } }])
  })

  test('[MEN-12] is not pushed to removed members or other pairs', async () => {
    const other = await buildMentorship(server, { sessions: [session] })
    await inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, group.id, ravi))
    server.delivered.length = 0
    await actions.finish(asha, session)
    const reached = new Set(sent().flatMap(({ to }) => to))
    expect(reached).toEqual(new Set(everybody().filter((who) => who !== ravi)))
    for (const who of [...other.menteeIds, other.mentorId]) expect(reached).not.toContain(who)
  })

  test('[MEN-12] is not pushed for refused requests or requests that change nothing', async () => {
    await actions.start(asha, session.id)
    server.delivered.length = 0
    await actions.start(asha, session.id)
    await actions.complete(asha, session.id, session.steps[1] ?? 0)
    await actions.complete(ravi, session.id, session.steps[0] ?? 0)
    expect(server.delivered).toEqual([])
  })
})

describe('finishing a session', () => {
  const titles = async (who: number) => (await server.ask(who, listNotices, { query: {} })).body.notices.map(({ title }) => title)
  const finished = 'Person finished “Listening well”'

  test('notifies the partner of a pair once, in their language', async () => {
    const reader = await server.buildPerson({ language: 'hi' })
    const { mentorId } = await buildMentorship(server, { sessions: [session], menteeIds: [reader] })
    await actions.finish(mentorId, session)
    await actions.finish(mentorId, session)
    expect((await titles(reader)).filter((title) => title.includes('ध्यान से सुनना'))).toHaveLength(1)
    expect((await titles(mentorId)).filter((title) => title === finished)).toEqual([])
    await actions.finish(reader, session)
    expect((await titles(mentorId)).filter((title) => title === finished)).toHaveLength(1)
  })

  test('notifies a group about its mentor, and nobody about a mentee', async () => {
    await actions.finish(asha, session)
    for (const who of everybody()) expect(await titles(who)).not.toContain(finished)
    await actions.finish(group.mentorId, session)
    for (const who of [asha, ravi]) expect(await titles(who)).toContain(finished)
    expect(await titles(group.mentorId)).not.toContain(finished)
  })
})

test('[MEN-12] a partner connected to another server gets the push, without person or step', async () => {
  const redis = await startRedis()
  onTestFinished(redis.stop)
  const SAATHI_SECRET = new TextDecoder().decode(testEnv.secret)
  const settings = { DATABASE_URL: server.url, REDIS_URL: redis.url, SAATHI_SECRET }
  const [one, two] = await Promise.all([spawnServer(settings), spawnServer(settings)])
  onTestFinished(async () => void (await Promise.all([one.end('SIGTERM'), two.end('SIGTERM')])))

  async function listen(personId: number, port: number) {
    const accessToken = await server.tokenFor(personId)
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/live/`)
    onTestFinished(() => socket.close())
    const frames: string[] = []
    socket.on('open', () => socket.send(JSON.stringify({ type: 'core.authenticate', accessToken })))
    socket.on('message', (data) => frames.push(data.toString()))
    await vi.waitUntil(() => frames.some((frame) => LiveEvent.parse(JSON.parse(frame)).type === 'core.ready'), {
      timeout: 40_000,
    })
    return frames
  }
  async function send(path: string, personId: number, port: number, body: object) {
    const headers = { authorization: `Bearer ${await server.tokenFor(personId)}`, 'content-type': 'application/json' }
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(reply.status).toBe(200)
  }
  const other = await buildMentorship(server, { sessions: [session] })
  const [mentorHears, fellowHears, strangerHears] = await Promise.all([
    listen(group.mentorId, two.port),
    listen(ravi, two.port),
    listen(other.mentorId, two.port),
  ])
  await send(startSession.path, asha, one.port, { session: session.id })
  await send(completeStep.path, asha, one.port, { session: session.id, step: session.steps[0] })
  const mentorshipFrames = (frames: readonly string[]) => frames.filter((frame) => frame.includes('mentorship.'))
  for (const frames of [mentorHears, fellowHears]) {
    await expect.poll(() => mentorshipFrames(frames).length).toBe(2)
    expect(mentorshipFrames(frames).map((frame): unknown => JSON.parse(frame))).toEqual([moved(), moved()])
  }
  // Pushes arrive in order: the first one the stranger receives is the one sent to them afterwards.
  await send(startSession.path, other.mentorId, one.port, { session: session.id })
  await expect.poll(() => mentorshipFrames(strangerHears).length).toBe(1)
  expect(mentorshipFrames(strangerHears).map((frame): unknown => JSON.parse(frame))).toEqual([
    { ...moved(), mentorship: other.id },
  ])
}, 180_000)
