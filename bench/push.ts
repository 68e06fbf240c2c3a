import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { WebSocketServer } from 'ws'
import { tokenMaker } from '../server/src/accounts/public.ts'
import { buildApp } from '../server/src/app/build-app.ts'
import { systemClock } from '../server/src/core/clock.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { readEnv } from '../server/src/core/env.ts'
import { insertPerson, withDatabase } from './database.ts'
import { median } from './load.ts'

const PEOPLE = 50
const SOCKETS_EACH = 20
const SOCKETS = PEOPLE * SOCKETS_EACH
const PUSHES = 100
const ROUNDS = 5
const event = { type: 'learning.bookmark_changed', session: 7, isBookmarked: true } as const
const listeners = fileURLToPath(new URL('./listeners.ts', import.meta.url))

/** A push to 1,000 sockets through our connection registry, and the same text through bare ws, received by another process. */
export async function comparePush() {
  return withDatabase(async (url, folder) => {
    const ours = await measureOurs(url, folder)
    const ceiling = await measureBare()
    return { ours, ceiling }
  })
}

async function measureOurs(url: string, folder: string) {
  const { db, close } = openDatabase({ url, log: () => {} })
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: `${folder}/push`, LOG_LEVEL: 'silent' })
  const app = await buildApp({ env, db, clock: systemClock, web: null })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const tokens = tokenMaker(env.secret, systemClock)
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => insertPerson(db, randomUUID())))
  const accessTokens = await Promise.all(people.map(({ personId, signInId }) => tokens.issueAccess(personId, signInId)))
  const to = people.map(({ personId }) => personId)
  const { port } = app.server.address() as AddressInfo
  const seconds = await timePushes(`ws://127.0.0.1:${port}/ws/live/`, accessTokens, () => app.world.deliver({ to, event }))
  await app.close()
  await close()
  return seconds
}

async function measureBare() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const seconds = await timePushes(
    `ws://127.0.0.1:${port}/`,
    Array.from({ length: PEOPLE }, () => null),
    () => {
      const text = JSON.stringify(event)
      for (const socket of server.clients) socket.send(text)
    },
  )
  server.close()
  return seconds
}

/** Seconds until a hundred pushes have reached all sockets; the median of several rounds. */
async function timePushes(url: string, accessTokens: (string | null)[], push: () => void): Promise<number> {
  const counts = [String(SOCKETS_EACH), String(PUSHES * SOCKETS)]
  const child = spawn(process.execPath, [listeners, url, JSON.stringify(accessTokens), ...counts], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await waitForOutput(child.stdout, 'all ready')
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    const received = waitForOutput(child.stdout, 'all received')
    for (let pushed = 0; pushed < PUSHES; pushed += 1) {
      push()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await received
    rounds.push((performance.now() - start) / 1000)
  }
  child.kill('SIGTERM')
  await exited
  return median(rounds)
}

function waitForOutput(stream: NodeJS.ReadableStream, words: string): Promise<void> {
  return new Promise((resolve) => {
    const read = (bytes: Buffer) => {
      if (!bytes.toString().includes(words)) return
      stream.off('data', read)
      resolve()
    }
    stream.on('data', read)
  })
}
