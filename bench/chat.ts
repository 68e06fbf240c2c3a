import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../server/src/core/ctx.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { plantChatGroups, renewTokens, type ChatPerson } from '../server/test/chat-people.ts'
import { withDatabase } from './database.ts'
import { cpuMsOf, processesOf } from './cpu.ts'
import { startProcess } from './get.ts'
import { median } from './load.ts'

const SECRET = 'a secret for this measurement alone, no more'
const secret = new TextEncoder().encode(SECRET)
/** Rounds and seconds, fewer for a first look: `node bench/chat.ts 1 3`. */
const [ROUNDS = 3, SECONDS = 8] = import.meta.main ? process.argv.slice(2).map(Number) : []
const CONNECTIONS = 2_000
const MESSAGES_PER_SECOND = 200
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const Measurement = z.object({
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
  received: z.number(),
  refused: z.number(),
  delivered: z.number(),
})
/** `cpuMs`: of the server and its database, for 1,000 frames that reached a client. */
type Figures = Omit<z.infer<typeof Measurement>, 'delivered'> & { cpuMs: number }
type Mode = 'throughput' | 'latency' | 'writing' | 'typing'
type RunningProcess = Awaited<ReturnType<typeof startProcess>>

/**
 * Durable messages per second in channels of two and of ten with 2,000 people, delivery time at 200 per second with 2,000
 * connections, and memory per idle socket.
 */
export async function compareChat() {
  return withDatabase(async (url, folder) => {
    const reportMemory = ['--expose-gc', '--import', at('./report-memory.ts')]
    const memoryEnv = { MEMORY_FILE: memoryFile(folder) }
    const settings = {
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: `${folder}/chat`,
      DATABASE_URL: url,
      ...memoryEnv,
    }
    const startOurs = () =>
      startProcess([...reportMemory, at('../server/src/app/main.ts')], { ...settings, SAATHI_SECRET: SECRET })
    const startBare = () => startProcess([...reportMemory, at('./bare-chat.ts'), url], memoryEnv)
    const twos = await plant(url, { groups: CONNECTIONS / 2, size: 2 })
    const tens = await plant(url, { groups: CONNECTIONS / 10, size: 10 })
    const file = `${folder}/people.json`
    const playWith = (people: readonly ChatPerson[], mode: 'throughput' | 'latency') => async (server: RunningProcess) => {
      writeFileSync(file, JSON.stringify(await renewTokens(people, secret)))
      return play(server, folder, file, mode)
    }
    const both = async <T>(work: (server: RunningProcess) => Promise<T>) => {
      const ours = await inServer(startOurs, work)
      const ceiling = await inServer(startBare, work)
      return { ours, ceiling }
    }
    return {
      inTwos: await inRounds(() => both(playWith(twos, 'throughput'))),
      inTens: await inRounds(() => both(playWith(tens, 'throughput'))),
      atEase: await inRounds(() => both(playWith(twos, 'latency'))),
      kilobytes: await inRounds(() => both(async (server) => idleKilobytes(server, folder, await renewTokens(twos, secret)))),
    }
  })
}

const FEW_PEOPLE = 600

/** Delivery with the contact filter holding messages, against the same server with the filter off. No message has a hit. */
export function compareFilter() {
  return withFewPeople(async ({ db, playAs }) => {
    const measure = async (filter: 'off' | 'hold') => {
      await sql`insert into chat_filter (project_id, mode, changed_at) select id, ${filter}, now() from project
        on conflict (project_id) do update set mode = ${filter}`.execute(db)
      return playAs('latency')
    }
    return inRounds(async () => {
      const ceiling = await measure('off')
      return { ours: await measure('hold'), ceiling }
    })
  })
}

/** Processor time of 200 messages a second with everybody showing their presence and typing first, against the same without. */
export function comparePresence() {
  return withFewPeople(({ playAs }) =>
    inRounds(async () => {
      const ceiling = await playAs('writing')
      return { ours: await playAs('typing'), ceiling }
    }),
  )
}

type FewPeople = { db: Db; playAs: (mode: Mode) => Promise<Figures> }

function withFewPeople<T>(work: (few: FewPeople) => Promise<T>): Promise<T> {
  return withDatabase(async (url, folder) => {
    const { db, close } = openDatabase({ url, log: () => {} })
    const people = await plantChatGroups(db, { groups: FEW_PEOPLE / 2, size: 2, secret })
    const file = `${folder}/people.json`
    const settings = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: `${folder}/filter`, DATABASE_URL: url }
    const start = () => startProcess([at('../server/src/app/main.ts')], { ...settings, SAATHI_SECRET: SECRET })
    try {
      return await work({
        db,
        playAs: async (mode) => {
          writeFileSync(file, JSON.stringify(await renewTokens(people, secret)))
          return inServer(start, (server) => play(server, folder, file, mode))
        },
      })
    } finally {
      await close()
    }
  })
}

type Round<T> = { ours: T; ceiling: T }

/** Each round measures ours and the ceiling one after the other. */
async function inRounds<T>(measure: () => Promise<Round<T>>): Promise<Round<T>[]> {
  const rounds: Round<T>[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = await measure()
    console.error(JSON.stringify(measured))
    rounds.push(measured)
  }
  return rounds
}

/** The medians of one figure. */
export function medianOf<T>(rounds: readonly Round<T>[], figure: (measured: T) => number) {
  return { ours: median(rounds.map(({ ours }) => figure(ours))), ceiling: median(rounds.map(({ ceiling }) => figure(ceiling))) }
}

async function inServer<T>(start: () => Promise<RunningProcess>, work: (server: RunningProcess) => Promise<T>): Promise<T> {
  const server = await start()
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

async function plant(url: string, plan: { groups: number; size: number }): Promise<ChatPerson[]> {
  const { db, close } = openDatabase({ url, log: () => {} })
  const people = await plantChatGroups(db, { ...plan, secret })
  await close()
  return people
}

function startClients(server: Pick<RunningProcess, 'url'>, file: string, mode: string) {
  const child = spawn(
    process.execPath,
    [at('./chat-clients.ts'), server.url, file, mode, String(SECONDS), String(MESSAGES_PER_SECOND)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  const watchers = new Set<() => void>()
  child.stdout.on('data', (bytes) => {
    output += bytes
    for (const check of watchers) check()
  })
  return {
    /** Resolves with the first complete line that contains `words`. */
    waitForLine: (words: string) =>
      new Promise<string>((resolve, reject) => {
        const check = () => {
          const line = output.split('\n').find((each) => each.includes(words) && output.includes(`${each}\n`))
          if (line !== undefined) resolve(line)
        }
        watchers.add(check)
        check()
        void exited.then(() => reject(new Error(`The clients ended: ${output}`)))
      }),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function play(server: RunningProcess, folder: string, file: string, mode: Mode): Promise<Figures> {
  const clients = startClients(server, file, mode)
  try {
    await clients.waitForLine('measuring')
    const processes = processesOf(server.pid, folder)
    const cpuBefore = cpuMsOf(processes)
    const { delivered, ...measured } = Measurement.parse(JSON.parse(await clients.waitForLine('perSecond')))
    return { ...measured, cpuMs: ((cpuMsOf(processes) - cpuBefore) / delivered) * 1000 }
  } finally {
    await clients.stop()
  }
}

/** Memory per idle socket: the growth from some connections to many, so that one-time costs do not count. */
async function idleKilobytes({ url, pid }: RunningProcess, folder: string, people: readonly ChatPerson[]): Promise<number> {
  const first = `${folder}/first.json`
  const more = `${folder}/more.json`
  writeFileSync(first, JSON.stringify(people))
  writeFileSync(more, JSON.stringify([...people, ...people, ...people]))
  const some = startClients({ url }, first, 'idle')
  try {
    await some.waitForLine('all ready')
    const before = await liveBytes(pid, folder)
    const many = startClients({ url }, more, 'idle')
    try {
      await many.waitForLine('all ready')
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
    const written = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (written.endsWith('\n')) return Number(written)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const memoryFile = (folder: string) => `${folder}/memory.txt`

type Compared = { what: string; ours: number; ceiling: number; goal: string }

/** The rows of the table. */
export function chatRows({ inTwos, inTens, atEase, kilobytes }: Awaited<ReturnType<typeof compareChat>>): Compared[] {
  const saturated = ([rooms, rounds]: [string, typeof inTwos]): Compared[] => [
    {
      what: `durable messages per second in channels of ${rooms}, 2,000 people, against a bare relay that commits in batches`,
      ...medianOf(rounds, ({ perSecond }) => perSecond),
      goal: 'at least 0.6',
    },
    { what: 'sends refused as busy', ...medianOf(rounds, ({ refused }) => refused), goal: 'none' },
    { what: 'CPU ms per 1,000 delivered, server and database', ...medianOf(rounds, ({ cpuMs }) => cpuMs), goal: 'at most 2' },
  ]
  return [
    ...saturated(['two', inTwos]),
    ...saturated(['ten', inTens]),
    {
      what: 'p99 from send to delivery at 200 per second with 2,000 connections, ms',
      ...medianOf(atEase, ({ p99 }) => p99),
      goal: 'at most 2',
    },
    { what: 'memory of an idle chat socket against bare ws, KB', ...medianOf(kilobytes, (each) => each), goal: 'at most 2' },
  ]
}

/** What presence and typing cost. */
export function presenceRows(rounds: Awaited<ReturnType<typeof comparePresence>>): Compared[] {
  const { ours, ceiling } = medianOf(rounds, ({ cpuMs }) => cpuMs)
  // Each message reaches two clients.
  const delivered = 2 * MESSAGES_PER_SECOND
  const share = (cpuMs: number) => (cpuMs * delivered) / 1_000 / 10
  return [
    {
      what: `CPU at ${MESSAGES_PER_SECOND} messages per second with presence and typing against without, % of a core`,
      ours: share(ours),
      ceiling: share(ceiling),
      goal: 'at most 1.05',
    },
  ]
}

if (import.meta.main) {
  const rows = process.argv[4] === 'presence' ? presenceRows(await comparePresence()) : chatRows(await compareChat())
  for (const { what, ours, ceiling, goal } of rows)
    console.log(`| ${what} | ${ours.toPrecision(3)} | ${ceiling.toPrecision(3)} | ${(ours / ceiling).toFixed(2)} | ${goal} |`)
  process.exit(0)
}
