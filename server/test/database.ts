import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: { url: string; adminUrl: string }
  }
}

export const templateDatabase = 'saathi_template'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A migrated, empty database for the caller, with the rights that the server has. */
export function cloneDatabase(): Promise<TestDatabase> {
  return createDatabase(templateDatabase)
}

/** A database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1')
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template ${template} owner saathi strategy file_copy`)
  return {
    url: inDatabase(inject('testDatabase').url, name),
    drop: () => asAdmin(`drop database if exists ${name} with (force)`),
  }
}

export function inDatabase(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.toString()
}

async function asAdmin(sql: string) {
  const admin = new pg.Client({ connectionString: inject('testDatabase').adminUrl })
  await admin.connect()
  try {
    await admin.query(sql)
  } finally {
    await admin.end()
  }
}
