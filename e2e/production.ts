import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { connect, type Server } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import { expect, test as base } from '@playwright/test'
import { generate } from 'selfsigned'
import { freePort } from '../scripts/free-port.ts'
import { makeDataDir, removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { root } from '../scripts/run.ts'
import { startEmbeddedPostgres } from '../server/src/core/db/embedded.ts'
import { startSmtp } from '../server/src/notices/mail/test-smtp.ts'
import { copyProgrammeWithoutPeople } from '../server/test/programme-without-people.ts'

export type Production = {
  url: string
  /** Runs one of the `npm run` commands with the settings of the server and returns its output. */
  command: (file: string, ...args: string[]) => Promise<string>
  /** The newest mail to an address that matches `written`. */
  mailTo: (address: string, written: RegExp) => Promise<string>
}

/** Quoted-printable mail breaks lines at 76 characters, which splits links. */
const decodeMail = (raw: string): string => raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

/** Terminates TLS in front of the server, like the proxy of an installation. */
async function startTlsProxy(): Promise<{ port: number; setTarget: (port: number) => void; server: Server }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
  let target = 0
  const server = createServer({ key, cert }, (browser) => {
    const upstream = connect(target, '127.0.0.1')
    browser.pipe(upstream).pipe(browser)
    browser.on('error', () => upstream.destroy())
    upstream.on('error', () => browser.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return { port: address.port, setTarget: (port) => (target = port), server }
}

/** An installation in production mode: its own PostgreSQL, mail server and TLS, the shipped programme, and no people. */
async function startProduction(): Promise<Production & { stop: () => Promise<void> }> {
  const dataDir = makeDataDir()
  mkdirSync(dataDir)
  const programme = join(dataDir, 'programme')
  copyProgrammeWithoutPeople(programme)
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'database') })
  const [smtp, proxy] = [await startSmtp(), await startTlsProxy()]
  const url = `https://localhost:${proxy.port}`
  const settings = {
    NODE_ENV: 'production',
    NODE_NO_WARNINGS: '1',
    DATABASE_URL: postgres.url,
    DATA_DIR: join(dataDir, 'server'),
    SAATHI_SECRET: randomBytes(48).toString('base64'),
    PUBLIC_URL: url,
    SMTP_URL: smtp.url,
    TRUSTED_PROXY: '127.0.0.1',
  }
  const command = async (file: string, ...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, [join(root, file), ...args], {
        cwd: root,
        env: { ...process.env, ...settings },
      })
    ).stdout
  const stopParts = async () => {
    proxy.server.close()
    await smtp.stop()
    await postgres.stop()
    removeDataDir(dataDir)
  }
  async function startServer() {
    await command('server/src/app/programme-command.ts', 'load', programme)
    return startPrivateServer({ dataDir: settings.DATA_DIR, port: await freePort(), env: settings })
  }
  const server = await startServer().catch(async (error: unknown) => {
    await stopParts()
    throw error
  })
  proxy.setTarget(Number(new URL(server.url).port))

  async function mailTo(address: string, written: RegExp): Promise<string> {
    const mails = () => smtp.received.filter(({ to }) => to.includes(address)).map(({ raw }) => decodeMail(raw))
    const find = () => mails().findLast((text) => written.test(text)) ?? ''
    await expect.poll(find, { message: `mail to ${address}` }).not.toBe('')
    return find()
  }
  return {
    url,
    command,
    mailTo,
    stop: async () => {
      await server.stop()
      await stopParts()
    },
  }
}

export const test = base.extend<object, { production: Production }>({
  production: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a destructured first argument
    async ({}, use) => {
      const production = await startProduction()
      await use(production)
      await production.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ production }, use) => use(production.url),
  ignoreHTTPSErrors: true,
})
