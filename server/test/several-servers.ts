import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { redisBus } from '#core/live/redis-bus.ts'
import { startTestServer, testEnv } from './harness.ts'
import { startRedis } from './redis.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** Compiled code is shared between the servers. */
const NODE_COMPILE_CACHE = at('../../.cache/compile')

/**
 * A separate server process, started like an operator would, that has loaded its code and waits for start(). `end` ends it in any
 * state.
 */
export function loadServer(settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'saathi-several-'))
  const own = { NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', NODE_COMPILE_CACHE }
  const child = spawn(process.execPath, ['--import', at('load-and-wait.ts'), at('../src/app/main.ts')], {
    env: { ...process.env, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  let resolveReady = (_port: number) => {}
  const read = (bytes: Buffer) => {
    output += bytes.toString()
    const found = /ready at http:\/\/localhost:(\d+)/.exec(output)?.[1]
    if (found) resolveReady(Number(found))
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    child.kill(signal)
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    end,
    async start() {
      const port = await new Promise<number>((resolve, reject) => {
        resolveReady = resolve
        void exited.then(() => reject(new Error(`The server ended before it was ready: ${output}`)))
        child.send('start', () => {})
      })
      return { port, end }
    },
  }
}

export const spawnServer = (settings: Record<string, string>) => loadServer(settings).start()

/** Server processes on one database and one Redis, with a test server on the same ones for building people and making calls. */
export async function startSeveralServers(count: number) {
  const redis = await startRedis()
  const bus = redisBus(redis.url, () => {})
  const builder = await startTestServer({}, { bus })
  const SAATHI_SECRET = new TextDecoder().decode(testEnv.secret)
  const settings = { DATABASE_URL: builder.url, REDIS_URL: redis.url, SAATHI_SECRET }
  const servers = await Promise.all(Array.from({ length: count }, () => spawnServer(settings)))
  const balancer = await startBalancer(servers.map(({ port }) => port))
  return {
    builder,
    balancer,
    hostOf: (at: number) => `127.0.0.1:${servers[at]?.port ?? 0}`,
    kill: async (at: number) => servers[at]?.end('SIGKILL'),
    async stop() {
      await balancer.stop()
      await Promise.all(servers.map((server) => server.end('SIGTERM')))
      await builder.stop()
      await bus.close()
      await redis.stop()
    },
  }
}
export type SeveralServers = Awaited<ReturnType<typeof startSeveralServers>>

/** A round-robin balancer over several servers; a server that does not answer is skipped. */
export async function startBalancer(ports: readonly number[]) {
  let turn = 0
  const open = new Set<Socket>()
  const balancer = createServer((client) => {
    open.add(client)
    client.on('close', () => open.delete(client)).on('error', () => client.destroy())
    turn += 1
    void forward(
      client,
      ports.map((_, at) => ports[(turn + at) % ports.length] ?? 0),
    )
  })
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  const { port } = balancer.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => balancer.close(resolve))
    },
  }
}

async function forward(client: Socket, ports: readonly number[]): Promise<void> {
  const upstream = await connectToFirst(ports)
  if (!upstream || client.destroyed) {
    upstream?.destroy()
    client.destroy()
    return
  }
  upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
  client.on('close', () => upstream.destroy())
  client.pipe(upstream).pipe(client)
}

async function connectToFirst(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect(port, '127.0.0.1')
    const isConnected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    if (isConnected) return socket
  }
  return null
}
