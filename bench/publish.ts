import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { median } from './load.ts'

const SESSIONS = Number(process.argv[2] ?? 60)
const READS = 10_000
const READERS = 40
const PREVIEWS = 20
const EXAMPLE = 'speak-up'

type Draft = { revision: number; parts: { name: string; revision: number; body: Record<string, unknown> }[] }
type Desk = Awaited<ReturnType<typeof enterDesk>>

/** Publishing sessions as large as one of the demo's, alone and while others read, and the calls of an author at work. */
async function measurePublishing() {
  const server = await startPrivateServer()
  try {
    const desk = await enterDesk(server.url)
    const example = await desk.draft(EXAMPLE)
    const keys: string[] = []
    const saves: number[] = []
    for (let number = 1; number <= SESSIONS; number += 1) {
      const { key } = await desk.post('', { kind: 'session', title: `Session ${number}`, project_id: null })
      for (const part of example.parts) saves.push(await timed(() => desk.write(key, part.name, part.body)))
      keys.push(key)
    }
    const previews: number[] = []
    for (const key of keys.slice(0, PREVIEWS))
      previews.push(await timed(() => desk.get(`session/${key}/preview/?language=en&is_mentor=0`)))
    const alone = await publishAll(desk, keys)
    for (const key of keys) await desk.change(key)
    const readers = { reads: 0, isPublishing: true }
    const readOn = async () => {
      while (readers.isPublishing || readers.reads < READS) {
        readers.reads += 1
        await desk.read(readers.reads)
      }
    }
    const started = performance.now()
    const reading = Array.from({ length: READERS }, readOn)
    const whileRead = await publishAll(desk, keys)
    readers.isPublishing = false
    await Promise.all(reading)
    const { reads } = readers
    const readsPerSecond = reads / ((performance.now() - started) / 1000)
    print({ save: median(saves), preview: Math.max(...previews), alone, whileRead, reads, readsPerSecond })
  } finally {
    await server.stop()
    removeDataDir(server.dataDir)
  }
}

async function enterDesk(url: string) {
  const send = async (method: string, path: string, body: object | undefined, token: string) => {
    const headers = { origin: url, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const authorization = token === '' ? undefined : { authorization: `Bearer ${token}` }
    const init = { method, headers: { ...headers, ...authorization }, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${url}${path}`, init)
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return await response.json()
  }
  const enter = async (name: string): Promise<string> =>
    (await send('POST', '/dev/sign-in/', { email: `${name}@saathi.example` }, '')).access_token
  const [author, member] = [await enter('leela'), await enter('asha')]
  await send('POST', '/dev/second-factor/', {}, author)
  const { sessions } = await send('GET', '/api/v2/learninghub/sessions/', undefined, member)
  const ids: number[] = sessions.map(({ id }: { id: number }) => id)
  const at = (path: string) => `/api/v2/staff/content/${path}`
  const get = (path: string) => send('GET', at(path), undefined, author)
  const post = (path: string, body: object) => send('POST', at(path), body, author)
  const draft = (key: string): Promise<Draft> => get(`session/${key}/`)
  const write = async (key: string, name: string, body: object) => {
    const revision = (await draft(key)).parts.find((each) => each.name === name)?.revision ?? 0
    await send('PUT', at(`session/${key}/part/`), { name, revision, body }, author)
  }
  return {
    get,
    post,
    draft,
    write,
    async change(key: string) {
      const part = (await draft(key)).parts.find(({ name }) => name === 'session')
      await write(key, 'session', { ...part?.body, overview: 'Written a second time.' })
    },
    read: (at: number) => send('GET', `/api/v2/learninghub/sessions/${ids[at % ids.length]}/`, undefined, member),
  }
}

/** Seconds. */
async function publishAll(desk: Desk, keys: readonly string[]): Promise<number> {
  const revisions = await Promise.all(keys.map(async (key) => ({ key, revision: (await desk.draft(key)).revision })))
  const ms = await timed(async () => {
    for (const { key, revision } of revisions) await desk.post(`session/${key}/publish/`, { revision, way: 'version' })
  })
  return ms / 1000
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

type Found = Record<'save' | 'preview' | 'alone' | 'whileRead' | 'reads' | 'readsPerSecond', number>

function print(found: Found): void {
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
  console.log(`| publishing | measured | goal |\n|---|---|---|
| ${SESSIONS} sessions, s | ${found.alone.toFixed(1)} | at most 5 |
| the same while ${READERS} readers make ${found.reads} reads (${found.readsPerSecond.toFixed(0)} per second), s | ${found.whileRead.toFixed(1)} | at most 5 |
| a part of a draft read and saved, median ms | ${found.save.toFixed(0)} | |
| the preview, longest of ${PREVIEWS}, ms | ${found.preview.toFixed(0)} | at most 1,000 |`)
}

await measurePublishing()
