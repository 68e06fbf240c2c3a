import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../server/src/core/db/embedded.ts'
import { generateTables } from '../server/src/core/db/generate-tables.ts'
import { migrate } from '../server/src/core/db/migrate.ts'
import { openDatabase } from '../server/src/core/db/open.ts'
import { makeScratch, removeScratch } from '../server/src/core/db/scratch-cluster.ts'
import { OperatorError } from '../server/src/core/operator-error.ts'

const target = fileURLToPath(new URL('../server/src/core/db/tables.gen.ts', import.meta.url))

try {
  const text = await describeMigratedDatabase()
  if (!process.argv.includes('--check')) writeFileSync(target, text)
  else if (readCurrent() !== text) fail('server/src/core/db/tables.gen.ts does not fit the migrations. Run: npm run tables')
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  fail(error.message)
}

async function describeMigratedDatabase() {
  const scratch = makeScratch('saathi-tables-')
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: scratch, settings: { fsync: 'off' } })
    const { pool, close } = openDatabase({ url: postgres.url, log: console.error })
    try {
      await migrate(pool, { log: () => {} })
      return await generateTables(pool)
    } finally {
      await close()
      await postgres.stop()
    }
  } finally {
    removeScratch(scratch)
  }
}

function readCurrent() {
  try {
    return readFileSync(target, 'utf8').replaceAll('\r\n', '\n')
  } catch {
    return ''
  }
}

function fail(line: string) {
  console.error(line)
  process.exitCode = 1
}
