import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findClusterFolder } from '../../server/src/core/db/scratch-cluster.ts'
import { startSmtp } from '../../server/src/notices/mail/test-smtp.ts'
import { onCleanup, makeTempFolder } from '../cleanup.ts'
import { systemPostgresBin, startSystemPostgres, withClient } from '../engines.ts'
import { count, type Drill, type ProofResult, type Proof } from '../proof.ts'
import { plantSecrets, plantWrongCredentials, type PlantedSecrets } from '../plant-secrets.ts'
import { startServer } from '../server-process.ts'

export const secrets: Proof = {
  id: 'S13',
  goal: 'At least 25 planted secrets (codes, passwords, tokens, typed text) are nowhere in the logs, and no credential is in a dump of the database',
  method:
    'people sign up, sign in, renew, choose a new password and mistype by real calls, on a server with the most verbose logs; its output, PostgreSQL’s log and pg_dump are searched for text and bytes',
  prove,
}

async function prove({ isQuick }: Drill): Promise<ProofResult> {
  const smtp = await startSmtp()
  onCleanup(smtp.stop)
  const engine = await startSystemPostgres()
  const settings = { DATABASE_URL: engine.url, DATA_DIR: makeTempFolder(), SMTP_URL: smtp.url, LOG_LEVEL: 'debug' }
  const server = await startServer(settings)
  const planted: PlantedSecrets = { credentials: [], texts: [] }
  const parts = { url: server.url, received: smtp.received, planted }
  let email = ''
  for (let person = 0; person < (isQuick ? 1 : 5); person += 1) email = await plantSecrets(parts)
  await plantWrongCredentials(server.url, email, planted)
  await waitUntilMailIsSent(engine.url)
  await server.stop()

  const logs = `${server.output()}\n${readFileSync(join(findClusterFolder(engine.dataDir), 'postgres.log'), 'utf8')}`
  const dump = dumpOf(engine.url)
  const all = [...planted.credentials, ...planted.texts]
  const inLogs = all.filter((secret) => occursIn(logs, secret))
  const inDump = planted.credentials.filter((secret) => occursIn(dump, secret))
  const lines = logs.split('\n').length
  const faults = [
    ...inLogs.map((secret) => `the logs contain ${shorten(secret)}`),
    ...inDump.map((secret) => `the dump contains ${shorten(secret)}`),
  ]
  // Searching incomplete output would prove nothing.
  if (!dump.includes(email) || !logs.includes('"answered"')) faults.push('the dump or the logs are incomplete')
  if (new Set(all).size < 25 && !isQuick) faults.push(`only ${new Set(all).size} values were planted`)
  return {
    figures: [
      `${new Set(all).size} values planted, ${new Set(planted.credentials).size} of them credentials`,
      `${inLogs.length} found in ${count(lines)} lines of logs, ${inDump.length} credentials in a dump of ${count(dump.length)} characters`,
    ],
    faults,
  }
}

/** The text of a mail is stored only until the mail server has accepted it. */
async function waitUntilMailIsSent(url: string) {
  await withClient(url, async (client) => {
    while ((await client.query('select 1 from mail where sent_at is null')).rowCount !== 0) await pause(50)
  })
}

function dumpOf(url: string): string {
  const { stdout, stderr, status } = spawnSync(join(systemPostgresBin(), 'pg_dump'), ['--dbname', url], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  if (status !== 0) throw new Error(`pg_dump: ${stderr}`)
  return stdout
}

/**
 * A short code must stand alone, not inside a longer number. Longer secrets are also searched for as PostgreSQL writes bytes.
 */
function occursIn(text: string, secret: string): boolean {
  if (secret.length <= 6) return new RegExp(`(?<![\\w.])${secret}(?!\\w)`).test(text)
  return text.includes(secret) || text.includes(Buffer.from(secret).toString('hex'))
}

const shorten = (secret: string) => `${secret.slice(0, 16)}…`
