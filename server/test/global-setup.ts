import { readdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { buildApp } from '../src/app/build-app.ts'
import { movableClock } from '../src/core/clock.ts'
import { startEmbeddedPostgres } from '../src/core/db/embedded.ts'
import { tryLockFile } from '../src/core/db/file-lock.ts'
import { migrate } from '../src/core/db/migrate.ts'
import { openDatabase } from '../src/core/db/open.ts'
import { makeScratch, removeScratch } from '../src/core/db/scratch-cluster.ts'
import { inDatabase, templateDatabase } from './database.ts'
import { testEnv } from './harness.ts'

const prefix = 'saathi-test-'
const NEEDED_BYTES = 4 * 1024 ** 3

/** In memory if there is enough of it: copying a database creates hundreds of files. */
function clusterParent(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > NEEDED_BYTES ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}
// The cluster is deleted after the run, so durability is not needed.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300', autovacuum: 'off' }

export default async function setup(project: TestProject) {
  const parent = clusterParent()
  for (const parentFolder of new Set([parent, tmpdir()])) removeAbandoned(parentFolder)
  const folder = makeScratch(prefix, parent)
  const lock = tryLockFile(join(folder, 'run.lock'))
  const end = () => removeScratch(folder)
  const interrupted = (signal: NodeJS.Signals) => {
    end()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('exit', end).on('SIGINT', interrupted).on('SIGTERM', interrupted)
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings })
  await makeTemplate(postgres.url, postgres.adminUrl)
  project.provide('testDatabase', { url: postgres.url, adminUrl: postgres.adminUrl })

  return async () => {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    await postgres.stop()
    lock?.release()
    removeScratch(folder)
    process.off('exit', end)
  }
}

async function makeTemplate(url: string, adminUrl: string) {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${templateDatabase} owner saathi`)
  const { db, pool, close } = openDatabase({ url: inDatabase(url, templateDatabase), poolSize: 2, log: () => {} })
  await migrate(pool, { log: () => {} })
  // The first server on a database creates the job queues; with them in the template, the others skip that.
  const app = await buildApp({ env: testEnv, db, clock: movableClock(), web: null })
  await app.close()
  await close()
  // PostgreSQL cannot copy a database with open connections.
  await admin.query(`alter database ${templateDatabase} with allow_connections false`)
  await admin.end()
}

// A killed run could not clean up. Its lock is free.
function removeAbandoned(parentFolder: string) {
  for (const name of readdirSync(parentFolder).filter((entry) => entry.startsWith(prefix))) {
    try {
      const folder = join(parentFolder, name)
      const lock = tryLockFile(join(folder, 'run.lock'))
      if (lock) removeScratch(folder)
      lock?.release()
    } catch {
      // It belongs to another user.
    }
  }
}
