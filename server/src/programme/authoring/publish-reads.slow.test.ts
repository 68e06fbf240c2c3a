import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorDesk, readSession, sessionId, textBlock, writeSession } from '../../../test/drafts.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildStaff } from '../../../test/staff-rights.ts'

const SESSIONS = 60
const READS = 10_000
const READERS = 40

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('[AUT-05] while 60 sessions are published, each of 10,000 reads sees one complete version', async () => {
  const leela = await buildStaff(server, 'Author')
  const desk = authorDesk(server, leela)
  const mark = async (key: string, words: string) => {
    for (const step of ['why', 'try'])
      await desk.write(key, `step:${step}`, { kind: 'step', blocks: [textBlock('b1', words), textBlock('b2', words)] })
  }
  const keys: string[] = []
  for (let number = 1; number <= SESSIONS; number += 1) {
    const key = await writeSession(server, leela, { title: `Session ${number}` })
    await mark(key, 'before')
    expect((await desk.publish(key)).status).toBe(200)
    await mark(key, 'after')
    keys.push(key)
  }
  const ids = await Promise.all(keys.map((key) => sessionId(server, key)))
  const asha = await server.buildPerson()
  const seen = new Map<string, number>()
  let reads = 0
  async function readOn() {
    while (reads < READS) {
      reads += 1
      const { sessionSteps } = await readSession(server, asha, ids[reads % SESSIONS] ?? 0)
      const words = sessionSteps.flatMap(({ content }) => content.map(({ text }) => text)).join(' ')
      seen.set(words, (seen.get(words) ?? 0) + 1)
    }
  }
  const reading = Array.from({ length: READERS }, readOn)
  for (const key of keys) expect((await desk.publish(key)).body).toEqual({ version: 2 })
  await Promise.all(reading)
  expect([...seen.keys()].toSorted()).toEqual(['after after after after', 'before before before before'])
}, 900_000)
