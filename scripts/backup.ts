import { join, resolve } from 'node:path'
import { backUp } from '../server/src/core/backup/back-up.ts'
import { readEnv } from '../server/src/core/env.ts'
import { OperatorError } from '../server/src/core/operator-error.ts'
import { untilInterrupted } from './until-interrupted.ts'

const [folderArg, ...rest] = process.argv.slice(2)

await untilInterrupted(async (signal) => {
  if (rest.length > 0 || folderArg?.startsWith('-')) throw new OperatorError('Usage: npm run backup [-- <folder>]')
  const env = readEnv()
  const into = folderArg ? resolve(folderArg) : join(env.dataDir, 'backups')
  const { folder, manifest } = await backUp(env, { into, now: new Date(), log: console.error, signal })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Backed up ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.count} files to ${folder}`)
  const { missing } = manifest.files
  if (missing.length === 0) return
  console.error(
    `${missing.length} files are not in the backup because they are missing or changed in the file store: ${missing.slice(0, 20).join(', ')}`,
  )
  process.exitCode = 2
})
