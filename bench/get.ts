import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { tokenMaker } from '../server/src/accounts/public.ts'
import { systemClock } from '../server/src/core/clock.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { insertPerson, withDatabase } from './database.ts'
import { median, requestsPerSecond } from './load.ts'

const SECRET = 'a secret for this measurement alone, no more'
const ROUNDS = 3
const SECONDS = 4
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A signed-in GET through the whole stack and the same query behind a bare Fastify, in turns on one database. */
export async function compareGet() {
  return withDatabase(async (url, folder) => {
    const { personId, token } = await insertSignedInPerson(url)
    const common = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent' }
    const settings = { ...common, DATA_DIR: `${folder}/get`, DATABASE_URL: url, SAATHI_SECRET: SECRET }
    const ours = await startProcess([at('../server/src/app/main.ts')], settings)
    const bare = await startProcess([at('./bare-fastify.ts'), url, String(personId)], {})
    try {
      const figures: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
      for (let round = 0; round < ROUNDS; round += 1) {
        figures.bare.push(await requestsPerSecond(bare.url, '/sessions', {}, SECONDS))
        const headers = { authorization: `Bearer ${token}` }
        figures.ours.push(await requestsPerSecond(ours.url, '/api/v2/identity/sessions/', headers, SECONDS))
      }
      return { ours: median(figures.ours), ceiling: median(figures.bare) }
    } finally {
      await Promise.all([ours.stop(), bare.stop()])
    }
  })
}

async function insertSignedInPerson(url: string) {
  const { db, close } = openDatabase({ url, log: () => {} })
  const { personId, signInId } = await insertPerson(db, 'bench')
  await close()
  return { personId, token: await tokenMaker(new TextEncoder().encode(SECRET), systemClock).issueAccess(personId, signInId) }
}

export async function startProcess(args: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (bytes) => {
      output += bytes
      const port = /ready at http:\/\/localhost:(\d+)/.exec(output)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    void exited.then(() => reject(new Error(`The process ended before it was ready: ${output}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
