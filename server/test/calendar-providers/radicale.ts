import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRadicale } from '../../../scripts/system-needs.ts'

export const RADICALE_PERSON = { email: 'asha@icloud.example', password: 'abcd-efgh-ijkl-mnop' }

/** A real CalDAV server on a private port and folder, with one person and no calendar. */
export async function startRadicale() {
  const program = findRadicale()
  if (program === undefined) throw new Error('Radicale is missing; scripts/system-needs.ts says how to get it.')
  const folder = mkdtempSync(join(tmpdir(), 'saathi-radicale-'))
  const port = await freePort()
  const users = join(folder, 'users')
  writeFileSync(users, `${RADICALE_PERSON.email}:${RADICALE_PERSON.password}\n`)
  const settings = [
    ['server', 'hosts', `127.0.0.1:${port}`],
    ['auth', 'type', 'htpasswd'],
    ['auth', 'htpasswd-filename', users],
    ['auth', 'htpasswd-encryption', 'plain'],
    ['auth', 'delay', '0'],
    ['storage', 'filesystem-folder', join(folder, 'collections')],
    ['logging', 'level', 'warning'],
  ].map(([section, name, value]) => `--${section}-${name}=${value}`)
  // Ignore the system's own configuration.
  const startProcess = () => spawn(program, ['--config', '', ...settings], { stdio: 'ignore' })
  let child = startProcess()
  const url = `http://127.0.0.1:${port}/`
  const authorization = `Basic ${Buffer.from(`${RADICALE_PERSON.email}:${RADICALE_PERSON.password}`).toString('base64')}`
  const ask = (method: string, path: string, xml?: string) =>
    fetch(new URL(path, url), {
      method,
      headers: { authorization, ...(xml !== undefined && { 'content-type': 'application/xml' }) },
      ...(xml !== undefined && { body: xml }),
    })
  await waitUntilAnswering(ask, () => child.exitCode)
  const home = `/${encodeURIComponent(RADICALE_PERSON.email)}/`

  return {
    url,
    home,
    ask,
    /** With the component types it accepts, such as `VEVENT`. */
    async makeCalendar(name: string, components: readonly string[] = []) {
      const set = components.map((component) => `<C:comp name="${component}"/>`).join('')
      const properties =
        set && `<D:set><D:prop><C:supported-calendar-component-set>${set}</C:supported-calendar-component-set></D:prop></D:set>`
      const body = `<?xml version="1.0"?><C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${properties}</C:mkcalendar>`
      const response = await ask('MKCALENDAR', `${home}${name}/`, body)
      if (response.status !== 201) throw new Error(`Radicale made no calendar: ${response.status}`)
    },
    /** Adds an event like another app of the same person. */
    async put(path: string, ics: string) {
      const headers = { authorization, 'content-type': 'text/calendar; charset=utf-8' }
      const response = await fetch(new URL(path, url), { method: 'PUT', headers, body: ics })
      if (response.status !== 201) throw new Error(`Radicale took no event: ${response.status}`)
    },
    /** The whole calendar as one file. */
    async read(name: string) {
      const response = await ask('GET', `${home}${name}/`)
      return response.status === 200 ? response.text() : ''
    },
    /** Stops answering but keeps the stored data. */
    goDown: () => stopProcess(child),
    async comeBack() {
      child = startProcess()
      await waitUntilAnswering(ask, () => child.exitCode)
    },
    async stop() {
      await stopProcess(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Radicale = Awaited<ReturnType<typeof startRadicale>>

async function stopProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGKILL')
  await exited
}

async function waitUntilAnswering(ask: (method: string, path: string) => Promise<Response>, exitCode: () => number | null) {
  const deadline = performance.now() + 120_000
  while (performance.now() < deadline && exitCode() === null) {
    const isReady = await ask('OPTIONS', '/').then(
      ({ status }) => status < 500,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Radicale did not start')
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
