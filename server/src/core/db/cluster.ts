import { spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { makePrivate, writeAtomically } from './cluster-home.ts'
import type { ClusterHome } from './cluster-home.ts'
import { runAs } from './postmaster.ts'

export type Role = 'postgres' | 'saathi'
export type Passwords = Record<Role, string>

/** Creates the cluster if there is none. The caller holds the start lock, so only one process does so. */
export async function prepareCluster(bin: string, home: ClusterHome, options: { durable: boolean }): Promise<Passwords> {
  const secretFile = join(home.folder, 'secret')
  if (existsSync(home.pgdata)) return readPasswords(secretFile)
  if (!existsSync(secretFile)) writeAtomically(secretFile, randomBytes(32).toString('base64url'))
  const passwords = readPasswords(secretFile)
  // An initdb that outlived its killed server may still be writing, so each run has its own folder, and only a complete cluster
  // is renamed to pgdata.
  removeUnfinished(home.folder)
  const unfinished = join(home.folder, `pgdata-${randomBytes(4).toString('hex')}.new`)
  makePrivate(unfinished, home.user)
  await initdb(bin, home, unfinished, passwords.postgres, options.durable)
  renameSync(unfinished, home.pgdata)
  return passwords
}

// Two passwords from one secret: the server's own role cannot read files or run programs through the database.
function readPasswords(secretFile: string): Passwords {
  if (!existsSync(secretFile))
    throw new OperatorError(
      `The file ${secretFile} is missing; without it the database next to it cannot be opened. Restore it from a backup.`,
    )
  const secret = readFileSync(secretFile, 'utf8').trim()
  const derive = (role: Role) => createHmac('sha256', secret).update(role).digest('base64url')
  return { postgres: derive('postgres'), saathi: derive('saathi') }
}

async function initdb(bin: string, home: ClusterHome, pgdata: string, password: string, durable: boolean) {
  const passwordFile = `${pgdata}.password`
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (home.user) chownSync(passwordFile, home.user.uid, home.user.gid)
    await run(join(bin, 'initdb'), home, [
      '-D',
      pgdata,
      '-U',
      'postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...localeArguments(),
      ...(durable ? [] : ['--no-sync']),
    ])
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

// Independent of the system's language, so that sorting does not differ between machines. The character type must be Unicode, or
// trigram search would skip every non-English letter.
function localeArguments() {
  if (process.platform === 'darwin') return ['--locale=C', '--lc-ctype=UTF-8']
  if (process.platform === 'win32') return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return ['--locale=C.UTF-8', '--lc-messages=C']
}

async function run(command: string, home: ClusterHome, args: string[]) {
  const child = spawn(command, args, { cwd: home.folder, stdio: ['ignore', 'ignore', 'pipe'], ...runAs(home) })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const reason = complaint.split('\n').find((line) => /error|fatal/i.test(line)) ?? complaint.trim().split('\n').at(-1)
  if (code !== 0)
    throw new OperatorError(`Cannot create the database in ${home.folder}: ${reason || `initdb ended with ${code}`}.`)
}

function removeUnfinished(folder: string) {
  for (const name of readdirSync(folder)) {
    if (/^pgdata-[0-9a-f]+\.new/.test(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
