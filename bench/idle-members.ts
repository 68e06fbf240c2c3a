import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { openDatabase } from '../server/src/core/db/open.ts'
import { plantChatGroups, renewTokens, type ChatPerson } from '../server/test/chat-people.ts'
import { cpuMsOf, residentBytes } from './cpu.ts'
import { withDatabase } from './database.ts'
import { startProcess } from './get.ts'

const SECRET = 'a secret for this measurement alone, no more'
const secret = new TextEncoder().encode(SECRET)
/** `node bench/idle-members.ts 1000` on a machine that is too busy for more. */
const MEMBERS = Number(process.argv[2] ?? 5_000)
/** Connected before the first reading, so that one-time costs do not count. */
const FIRST = MEMBERS / 5
const AT_ONCE = 20
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Memory of a server for each idle member who is connected to the live and the chat socket (the call socket is open only in a
 * call), and how long a warm start takes. Resident memory is what the machine has to have; the heap is what is in use.
 */
async function measureIdleMembers() {
  return withDatabase(async (url, folder) => {
    const { db, close } = openDatabase({ url, log: () => {} })
    const people = await plantChatGroups(db, { groups: MEMBERS / 10, size: 10, secret })
    await close()
    const memoryFile = `${folder}/memory.txt`
    const settings = {
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: `${folder}/idle`,
      DATABASE_URL: url,
      SAATHI_SECRET: SECRET,
      MEMORY_FILE: memoryFile,
      // As `npm start` sets it.
      NODE_COMPILE_CACHE: `${folder}/compile`,
    }
    const args = ['--expose-gc', '--import', at('./report-memory.ts'), at('../server/src/app/main.ts')]
    // A start is warm after the first, which fills the cache of compiled code.
    await (await startProcess(args, settings)).stop()
    const startedAt = performance.now()
    const server = await startProcess(args, settings)
    const start = { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: cpuMsOf([server.pid]) / 1000 }
    const memory = async () => {
      writeFileSync(memoryFile, '')
      process.kill(server.pid, 'SIGUSR2')
      while (!readFileSync(memoryFile, 'utf8').endsWith('\n')) await new Promise((resolve) => setTimeout(resolve, 20))
      return { heap: Number(readFileSync(memoryFile, 'utf8')), resident: residentBytes(server.pid) }
    }
    try {
      await connect(server.url, people.slice(0, FIRST))
      const before = await memory()
      await connect(server.url, people.slice(FIRST))
      const after = await memory()
      const each = (bytes: number) => bytes / (people.length - FIRST) / 1024
      return { start, heapKilobytes: each(after.heap - before.heap), residentKilobytes: each(after.resident - before.resident) }
    } finally {
      await server.stop()
    }
  })
}

async function connect(url: string, people: readonly ChatPerson[]) {
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = await renewTokens(people.slice(from, from + AT_ONCE), secret)
    await Promise.all(
      some.flatMap(({ token, channels }) => [
        open(`${url}/ws/live/`, [{ type: 'core.authenticate', accessToken: token }], '"core.ready"'),
        open(
          `${url}/ws/chat/`,
          [
            { command: 'join', authToken: token, channel: channels[0] },
            { command: 'presence', authToken: token, is_visible: true },
            { command: 'unread_message', authToken: token },
          ],
          '"unread_message"',
        ),
      ]),
    )
  }
}

/** Resolves with the reply that contains `words`. */
function open(url: string, frames: readonly object[], words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false })
    socket.on('open', () => frames.forEach((frame) => socket.send(JSON.stringify(frame))))
    socket.on('message', (data) => data.toString().includes(words) && resolve())
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`closed with ${code}`)))
  })
}

if (import.meta.main) {
  const { start, heapKilobytes, residentKilobytes } = await measureIdleMembers()
  console.log(
    `start ${start.seconds.toFixed(1)} s, of processor ${start.cpuSeconds.toFixed(1)} s; each of ${MEMBERS} idle members: heap ${heapKilobytes.toFixed(1)} KB, resident ${residentKilobytes.toFixed(1)} KB`,
  )
  process.exit(0)
}
