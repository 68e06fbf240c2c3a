import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { findPostmasterPid } from '../core/db/scratch-cluster.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'saathi-signals-'))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A live socket that never answers, and so delays a stop until its timeout. */
async function openSilentSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  const headers = [
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ]
  socket.on('error', () => {})
  socket.write(`GET /ws/live/ HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  const [greeting] = await once(socket, 'data')
  expect(String(greeting)).toContain('101 Switching Protocols')
  return socket
}

// A terminal sends Ctrl-C to all its processes, and npm forwards it once more.
test('a stop that is requested twice still completes, including the database', async () => {
  const env = { ...process.env, NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  const port = await new Promise<number>((resolve) =>
    child.stdout.on('data', (bytes) => {
      const found = /ready at http:\/\/localhost:(\d+)/.exec(String(bytes))?.[1]
      if (found) resolve(Number(found))
    }),
  )
  expect(findPostmasterPid(dataDir)).toBeGreaterThan(0)
  const silent = await openSilentSocket(port)
  child.kill('SIGINT')
  // It does not answer the close frame: the stop has started and waits.
  await once(silent, 'data')
  child.kill('SIGINT')
  expect(await exited).toEqual({ code: 0, signal: null })
  expect(findPostmasterPid(dataDir)).toBeUndefined()
})
