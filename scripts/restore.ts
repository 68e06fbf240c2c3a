import { resolve } from 'node:path'
import { restore } from '../server/src/core/backup/restore.ts'
import { readEnv } from '../server/src/core/env.ts'
import { OperatorError } from '../server/src/core/operator-error.ts'
import { untilInterrupted } from './until-interrupted.ts'

const [folderArg, ...rest] = process.argv.slice(2)

await untilInterrupted(async (signal) => {
  if (!folderArg || rest.length > 0 || folderArg.startsWith('-')) {
    throw new OperatorError('Usage: npm run restore -- <folder of a backup>   (into an empty database only)')
  }
  const { manifest, rows, migrated } = await restore(readEnv(), {
    from: resolve(folderArg),
    now: new Date(),
    log: console.error,
    signal,
  })
  const migratedTo = migrated.length > 0 ? `, then migrated to ${migrated.at(-1)}` : ''
  console.log(
    `Restored and verified ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.count} files as of ${manifest.madeAt}${migratedTo}.`,
  )
})
