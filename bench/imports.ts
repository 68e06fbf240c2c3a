import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tokenMaker } from '../server/src/accounts/public.ts'
import { systemClock } from '../server/src/core/clock.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { insertPerson, withDatabase } from './database.ts'
import { startProcess } from './get.ts'

const SECRET = 'a secret for this measurement alone, no more'
const ROWS = 10_000
const POLL_MS = 100

/** A file of 10,000 people: the dry run, the run, and how much more memory the server needs at its peak. */
export async function measureImport() {
  return withDatabase(async (url, folder) => {
    const token = await insertAdministrator(url)
    const main = fileURLToPath(new URL('../server/src/app/main.ts', import.meta.url))
    const common = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: `${folder}/imports` }
    const server = await startProcess([main], { ...common, DATABASE_URL: url, SAATHI_SECRET: SECRET })
    const send = async (path: string, { body, type }: { body?: string | FormData; type?: string } = {}) => {
      const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) }
      const init = body === undefined ? { headers } : { method: 'POST', body, headers }
      const response = await fetch(`${server.url}/api/v2/staff/imports/${path}`, init)
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
      return await response.json()
    }
    try {
      // The first file loads the code.
      await send('', { body: formOf(100, 'warm') })
      const before = peakMegabytes(server.pid)
      const start = performance.now()
      const { run_id: runId } = await send('', { body: formOf(ROWS, 'bench') })
      const checkSeconds = (performance.now() - start) / 1000
      const begun = performance.now()
      await send(`${runId}/run/`, { body: '{}', type: 'application/json' })
      while ((await send(`${runId}/`)).state === 'running') await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      const runSeconds = (performance.now() - begun) / 1000
      const { created } = await send(`${runId}/`)
      if (created !== ROWS) throw new Error(`${created} of ${ROWS} people were created`)
      return { checkSeconds, runSeconds, moreMegabytes: peakMegabytes(server.pid) - before }
    } finally {
      await server.stop()
    }
  })
}

function formOf(rows: number, name: string): FormData {
  const people = Array.from({ length: rows }, (_, at) => `Asha,Rao,${name}-${at}@saathi.example,9800000001,mentee,bench,hi`)
  const csv = ['First name,Last name,E-mail,Phone,Role,Programme,Language', ...people].join('\n')
  const form = new FormData()
  form.append('file', new File([csv], `${name}.csv`))
  return form
}

async function insertAdministrator(url: string): Promise<string> {
  const { db, close } = openDatabase({ url, log: () => {} })
  const { personId, signInId } = await insertPerson(db, 'administrator')
  const now = new Date()
  await db.updateTable('person').set({ role: 'Admin' }).where('id', '=', personId).execute()
  await db.updateTable('sign_in').set({ second_factor_at: now }).where('id', '=', signInId).execute()
  await db.insertInto('staff_right').values({ person_id: personId, role: 'Admin', given_at: now }).execute()
  await db.insertInto('project').values({ key: 'bench', name: 'Bench', group_type: '1to1' }).execute()
  await close()
  return tokenMaker(new TextEncoder().encode(SECRET), systemClock).issueAccess(personId, signInId)
}

/** The most the process has ever had in memory. Only Linux tells. */
function peakMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
