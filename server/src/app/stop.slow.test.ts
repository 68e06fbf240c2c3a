import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { lockDataDir } from '../core/db/owner-lock.ts'
import { readEnv } from '../core/env.ts'
import { startServer, type RunningServer } from './start-server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'saathi-stop-'))
const start = async () =>
  startServer(readEnv({ NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), await lockDataDir(dataDir))

let server: RunningServer
beforeAll(async () => {
  server = await start()
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a stop finishes running requests, closes sockets with a restart code, and releases the folder', async () => {
  expect((await fetch(`${server.address}/api/ready/`)).status).toBe(200)
  const socket = new WebSocket(`${server.address.replace('http', 'ws')}/ws/live/`)
  await new Promise((resolve) => socket.on('open', resolve))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const begun = fetch(`${server.address}/api/v2/translation/getTranslation/?language_code=en`)
  const [answer] = await Promise.all([begun, begun.then(() => server.stop())])
  expect(answer.status).toBe(200)
  expect(await closed).toBe(1012)
  await expect(fetch(`${server.address}/api/ready/`)).rejects.toThrow('fetch failed')
  server = await start()
  expect((await fetch(`${server.address}/api/ready/`)).status).toBe(200)
})
