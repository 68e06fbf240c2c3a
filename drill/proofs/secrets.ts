import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findClusterFolder } from '../../server/src/core/db/scratch-cluster.ts'
import { startSmtp } from '../../server/src/notices/test-smtp.ts'
import { atEnd, ownFolder } from '../belongings.ts'
import { debianBin, startDebian, withClient } from '../engines.ts'
import { count, type Drill, type Outcome, type Proof } from '../proof.ts'
import { leaveSecrets, leaveWrongOnes, type Planted } from '../secret-journey.ts'
import { startServer } from '../server-process.ts'

export const secrets: Proof = {
  id: 'S13',
  goal: 'At least 25 planted secrets (codes, passwords, tokens, what people typed) are nowhere in the logs, and no credential is in a dump of the database',
  way: 'people sign up, sign in, renew, choose a new password and mistype by real calls, on a server whose logs say all they can; its output, PostgreSQL’s log and pg_dump are searched, for text and for bytes',
  prove,
}

async function prove({ isQuick }: Drill): Promise<Outcome> {
  const smtp = await startSmtp()
  atEnd(smtp.stop)
  const engine = await startDebian()
  const settings = { DATABASE_URL: engine.url, DATA_DIR: ownFolder(), SMTP_URL: smtp.url, LOG_LEVEL: 'debug' }
  const server = await startServer(settings)
  const planted: Planted = { credentials: [], texts: [] }
  const parts = { url: server.url, received: smtp.received, planted }
  let email = ''
  for (let person = 0; person < (isQuick ? 1 : 5); person += 1) email = await leaveSecrets(parts)
  await leaveWrongOnes(server.url, email, planted)
  await untilMailHasLeft(engine.url)
  await server.stop()

  const logs = `${server.output()}\n${readFileSync(join(findClusterFolder(engine.dataDir), 'postgres.log'), 'utf8')}`
  const dump = dumpOf(engine.url)
  const all = [...planted.credentials, ...planted.texts]
  const inLogs = all.filter((secret) => occursIn(logs, secret))
  const inDump = planted.credentials.filter((secret) => occursIn(dump, secret))
  const lines = logs.split('\n').length
  const faults = [
    ...inLogs.map((secret) => `the logs hold ${shown(secret)}`),
    ...inDump.map((secret) => `the dump holds ${shown(secret)}`),
  ]
  // A search that could find nothing would prove nothing.
  if (!dump.includes(email) || !logs.includes('"answered"')) faults.push('the dump or the logs are not what they should be')
  if (new Set(all).size < 25 && !isQuick) faults.push(`only ${new Set(all).size} values were planted`)
  return {
    figures: [
      `${new Set(all).size} values planted, ${new Set(planted.credentials).size} of them credentials`,
      `${inLogs.length} found in ${count(lines)} lines of logs, ${inDump.length} credentials in a dump of ${count(dump.length)} characters`,
    ],
    faults,
  }
}

/** The words of a mail are kept until the mail server has taken it, and not longer. */
async function untilMailHasLeft(url: string) {
  await withClient(url, async (client) => {
    while ((await client.query('select 1 from mail where sent_at is null')).rowCount !== 0) await pause(50)
  })
}

function dumpOf(url: string): string {
  const { stdout, stderr, status } = spawnSync(join(debianBin(), 'pg_dump'), ['--dbname', url], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  if (status !== 0) throw new Error(`pg_dump: ${stderr}`)
  return stdout
}

/** A code is short: alone, not as a part of some longer number. Longer ones also as PostgreSQL writes bytes. */
function occursIn(text: string, secret: string): boolean {
  if (secret.length <= 6) return new RegExp(`(?<![\\w.])${secret}(?!\\w)`).test(text)
  return text.includes(secret) || text.includes(Buffer.from(secret).toString('hex'))
}

const shown = (secret: string) => `${secret.slice(0, 16)}…`
