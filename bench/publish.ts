import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { TYPING_MS } from '../web/src/staff/author/saving.ts'
import { median } from './load.ts'

const SESSIONS = Number(process.argv[2] ?? 60)
const READS = 10_000
const READERS = 40
const PREVIEWS = 20
const EXAMPLE = 'speak-up'

type Block = { id: string; content_type: string; text: string }
type Body = Record<string, unknown> & { kind: string; blocks?: Block[] }
type Draft = { revision: number; parts: { name: string; revision: number; body: Body }[] }
type Desk = Awaited<ReturnType<typeof enterDesk>>
type Mark = 'before' | 'after'

/** Publishing sessions as large as one of the demo's, alone and while members read them, and the calls of an author at work. */
async function measurePublishing() {
  const server = await startPrivateServer()
  try {
    const desk = await enterDesk(server.url)
    const example = await desk.draft(EXAMPLE)
    const keys: string[] = []
    const saves: number[] = []
    for (let number = 1; number <= SESSIONS; number += 1) {
      const title = `Session ${number}`
      const { key } = await desk.post('', { kind: 'session', title, project_id: null })
      for (const { name, body } of example.parts)
        saves.push(await desk.write(key, name, name === 'session' ? { ...body, title } : marked(body, 'before')))
      keys.push(key)
    }
    const previews: number[] = []
    for (const key of keys.slice(0, PREVIEWS))
      previews.push(await timed(() => desk.get(`session/${key}/preview/?language=en&is_mentor=0`)))
    const alone = await publishAll(desk, keys)
    for (const key of keys)
      for (const { name, body } of (await desk.draft(key)).parts)
        if (body.blocks) await desk.write(key, name, marked(body, 'after'))
    const ids = await desk.listNew()
    if (ids.length !== SESSIONS) throw new Error(`${ids.length} of ${SESSIONS} sessions are offered`)
    const readers = { reads: 0, torn: 0, isPublishing: true }
    const readOn = async () => {
      while (readers.isPublishing || readers.reads < READS) {
        readers.reads += 1
        if (!isWhole(await desk.read(ids[readers.reads % ids.length] ?? 0))) readers.torn += 1
      }
    }
    const started = performance.now()
    const reading = Array.from({ length: READERS }, readOn)
    const whileRead = await publishAll(desk, keys)
    readers.isPublishing = false
    await Promise.all(reading)
    const { reads, torn } = readers
    const readsPerSecond = reads / ((performance.now() - started) / 1000)
    const longestSave = Math.max(...saves)
    print({ save: median(saves), longestSave, preview: Math.max(...previews), alone, whileRead, reads, torn, readsPerSecond })
  } finally {
    await server.stop()
    removeDataDir(server.dataDir)
  }
}

/** A step ends with the name of its version, so that a reader can tell a mixture. */
function marked(body: Body, mark: Mark): Body {
  if (!body.blocks) return body
  const block = { id: 'mark', content_type: 'TEXT', text: mark, image: null, url: null, quiz: null, allow_retake: true }
  return { ...body, blocks: [...body.blocks.filter(({ id, text }) => id !== 'mark' && !isMark(text)), block] }
}

const isMark = (text: string | null): boolean => text === 'before' || text === 'after'

type Session = { session_steps: { content: { text: string | null }[] }[] }

function isWhole({ session_steps: steps }: Session): boolean {
  const marks = steps.flatMap(({ content }) => content.flatMap(({ text }) => (isMark(text) ? [text] : [])))
  return marks.length === steps.length && steps.length > 0 && new Set(marks).size === 1
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
  const at = (path: string) => `/api/v2/staff/content/${path}`
  const get = (path: string) => send('GET', at(path), undefined, author)
  const post = (path: string, body: object) => send('POST', at(path), body, author)
  const draft = (key: string): Promise<Draft> => get(`session/${key}/`)
  /** Milliseconds of the call that saves. */
  const write = async (key: string, name: string, body: object) => {
    const revision = (await draft(key)).parts.find((each) => each.name === name)?.revision ?? 0
    return timed(() => send('PUT', at(`session/${key}/part/`), { name, revision, body }, author))
  }
  return {
    get,
    post,
    draft,
    write,
    async listNew(): Promise<number[]> {
      const { sessions } = await send('GET', '/api/v2/learninghub/sessions/', undefined, member)
      return sessions.flatMap(({ id, title }: { id: number; title: string }) => (/^Session \d+$/.test(title) ? [id] : []))
    },
    read: (id: number): Promise<Session> => send('GET', `/api/v2/learninghub/sessions/${id}/`, undefined, member),
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

type Found = Record<'save' | 'longestSave' | 'preview' | 'alone' | 'whileRead' | 'reads' | 'torn' | 'readsPerSecond', number>

function print(found: Found): void {
  const { reads, readsPerSecond, longestSave } = found
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
  console.log(`| publishing | measured | goal |\n|---|---|---|
| ${SESSIONS} sessions, s | ${found.alone.toFixed(1)} | at most 5 |
| the same while ${READERS} readers make ${reads} reads of them (${readsPerSecond.toFixed(0)} per second), s | ${found.whileRead.toFixed(1)} | at most 5 |
| reads that saw parts of two versions | ${found.torn} | 0 |
| a draft saved after the last key: a pause of ${TYPING_MS} ms and the call (median ${found.save.toFixed(0)} ms), longest, ms | ${(TYPING_MS + longestSave).toFixed(0)} | at most 2,000 |
| the preview, longest of ${PREVIEWS}, ms | ${found.preview.toFixed(0)} | at most 1,000 |`)
  if (found.torn > 0) process.exitCode = 1
}

await measurePublishing()
