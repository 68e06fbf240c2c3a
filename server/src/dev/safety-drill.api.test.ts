import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCase, listCases } from '@saathi/contract/safety/desk-calls'
import { buildChannel } from '../../test/chat-channels.ts'
import { buildPost } from '../../test/feed-posts.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildLead, writeMessage } from '../../test/safety-desk.ts'

let server: TestServer
let lead: number
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())

const play = (headers = {}) => server.app.inject({ method: 'POST', url: '/dev/safety-drill/', headers })

test('the drill is refused without two people at the desk, or without a message to report', async () => {
  const pair = await buildChannel(server)
  expect((await play()).statusCode).toBe(404)
  await writeMessage(server, pair, pair.mentorId, 'Well done today')
  expect((await play()).json()).toMatchObject({ code: 'core.not_found' })
  expect((await play({ origin: 'https://evil.test' })).statusCode).toBe(403)
})

type Row = { what: string; kind: string; is_urgent: boolean; promised: number; measured: number }

test('[SAF-14] the drill plays three kinds of report past half time and full time, and measures each promise', async () => {
  lead = await buildLead(server)
  await buildLead(server)
  await buildPost(server)
  const before = server.clock.now().getTime()
  const played = await play()
  expect(played.statusCode, played.body).toBe(200)
  const { measured }: { measured: Row[] } = played.json()
  expect([...new Set(measured.map(({ kind }) => kind))]).toEqual(['message', 'profile', 'post'])
  const of = (kind: string) =>
    measured.flatMap((row) => (row.kind === kind && row.promised > 1 ? [[row.what, row.promised] as const] : []))
  expect(of('message')).toEqual([
    ['half', 1_800],
    ['everybody', 2_700],
    ['late', 3_600],
    ['key', 3_600],
  ])
  expect(of('post')).toEqual([
    ['half', 43_200],
    ['everybody', 64_800],
    ['late', 86_400],
  ])
  // Nothing happens before its time.
  expect(measured.filter(({ promised, measured: seconds }) => promised > 1 && seconds < promised)).toEqual([])

  // The clock is right again, and every case was closed like any other.
  expect(server.clock.now().getTime() - before).toBeLessThan(600_000)
  const { cases } = (await server.ask(lead, listCases, { query: { show: 'closed' } })).body
  expect(cases).toHaveLength(3)
  for (const { id } of cases)
    expect((await server.ask(lead, getCase, { params: { id } })).body).toMatchObject({ isSealWhole: true, openPoints: [] })
})

test('[SAF-14] a drill can be repeated with what has not been reported', async () => {
  expect((await play()).statusCode).toBe(200)
})
