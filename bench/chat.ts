import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { openDatabase } from '../server/src/core/db/open.ts'
import { plantTalking, renewTalking, type Talking } from '../server/test/chat-people.ts'
import { withDatabase } from './database.ts'
import { startProcess } from './get.ts'
import { middle } from './load.ts'

const SECRET = 'a secret for this measurement alone, no more'
const secret = new TextEncoder().encode(SECRET)
const ROUNDS = 3
const CONNECTED = 2_000
const A_SECOND = 200
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const Measured = z.object({ perSecond: z.number(), p50: z.number(), p99: z.number(), heard: z.number(), refused: z.number() })
type Measured = z.infer<typeof Measured>
type Started = Awaited<ReturnType<typeof startProcess>>

/** Durable messages a second in rooms of two and of ten, delivery at 200 a second with 2,000 connected, and memory of an idle line. */
export async function compareChat() {
  return withDatabase(async (url, folder) => {
    const tellMemory = ['--expose-gc', '--import', at('./tell-memory.ts')]
    const told = { TELL_MEMORY_AT: memoryFile(folder) }
    const settings = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: `${folder}/chat`, DATABASE_URL: url, ...told }
    const startOurs = () =>
      startProcess([...tellMemory, at('../server/src/core/main.ts')], { ...settings, SAATHI_SECRET: SECRET })
    const startBare = () => startProcess([...tellMemory, at('./bare-chat.ts'), url], told)
    const twos = await plant(url, { groups: CONNECTED / 2, size: 2 })
    const tens = await plant(url, { groups: 100, size: 10 })
    const file = `${folder}/people.json`
    const withTokens = async (people: readonly Talking[]) => {
      writeFileSync(file, JSON.stringify(await renewTalking(people, secret)))
      return file
    }
    const both = async (work: (server: Started) => Promise<number>) => {
      const ours = await inServer(startOurs, work)
      const ceiling = await inServer(startBare, work)
      return { ours, ceiling }
    }
    return {
      inTwos: await inTurns(() =>
        both(async (server) => (await play(server, await withTokens(twos.slice(0, 1_000)), 'throughput')).perSecond),
      ),
      inTens: await inTurns(() => both(async (server) => (await play(server, await withTokens(tens), 'throughput')).perSecond)),
      p99: await inTurns(() => both(async (server) => (await play(server, await withTokens(twos), 'latency')).p99)),
      kilobytes: await inTurns(() => both(async (server) => idleKilobytes(server, folder, await renewTalking(twos, secret)))),
    }
  })
}

/** The middle of several rounds, each of which measures both sides one after the other. */
async function inTurns(measure: () => Promise<{ ours: number; ceiling: number }>) {
  const rounds: { ours: number; ceiling: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure())
  return { ours: middle(rounds.map(({ ours }) => ours)), ceiling: middle(rounds.map(({ ceiling }) => ceiling)) }
}

async function inServer<T>(start: () => Promise<Started>, work: (server: Started) => Promise<T>): Promise<T> {
  const server = await start()
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

async function plant(url: string, plan: { groups: number; size: number }): Promise<Talking[]> {
  const { db, close } = openDatabase({ url, log: () => {} })
  const people = await plantTalking(db, { ...plan, secret })
  await close()
  return people
}

function startClients(server: Pick<Started, 'url'>, file: string, mode: string) {
  const child = spawn(process.execPath, [at('./chat-clients.ts'), server.url, file, mode, '8', String(A_SECOND)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  const watchers = new Set<() => void>()
  child.stdout.on('data', (bytes) => {
    output += bytes
    for (const look of watchers) look()
  })
  return {
    /** The first line that holds this. */
    says: (words: string) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const line = output.split('\n').find((each) => each.includes(words) && output.includes(`${each}\n`))
          if (line !== undefined) resolve(line)
        }
        watchers.add(look)
        look()
        void exited.then(() => reject(new Error(`The clients ended: ${output}`)))
      }),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function play(server: Started, file: string, mode: 'throughput' | 'latency'): Promise<Measured> {
  const clients = startClients(server, file, mode)
  try {
    const measured = Measured.parse(JSON.parse(await clients.says('perSecond')))
    if (measured.refused > 0) throw new Error(`${measured.refused} sends were refused`)
    return measured
  } finally {
    await clients.stop()
  }
}

/** What stays in memory of a line that is open and says nothing, beyond what so many of them cost once. */
async function idleKilobytes({ url, pid }: Started, folder: string, people: readonly Talking[]): Promise<number> {
  const first = `${folder}/first.json`
  const more = `${folder}/more.json`
  writeFileSync(first, JSON.stringify(people))
  writeFileSync(more, JSON.stringify([...people, ...people, ...people]))
  const some = startClients({ url }, first, 'idle')
  try {
    await some.says('all ready')
    const before = await liveBytes(pid, folder)
    const many = startClients({ url }, more, 'idle')
    try {
      await many.says('all ready')
      return ((await liveBytes(pid, folder)) - before) / (3 * people.length) / 1024
    } finally {
      await many.stop()
    }
  } finally {
    await some.stop()
  }
}

async function liveBytes(pid: number, folder: string): Promise<number> {
  const file = memoryFile(folder)
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    const told = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (told.endsWith('\n')) return Number(told)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const memoryFile = (folder: string) => `${folder}/memory.txt`
