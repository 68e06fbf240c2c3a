import { resolve } from 'node:path'
import { restore } from '../server/src/core/backup/restore.ts'
import { readEnv } from '../server/src/core/env.ts'
import { OperatorError } from '../server/src/core/operator-error.ts'
import { untilInterrupted } from './until-interrupted.ts'

const [given, ...rest] = process.argv.slice(2)

await untilInterrupted(async (signal) => {
  if (!given || rest.length > 0 || given.startsWith('-')) {
    throw new OperatorError('Usage: npm run restore -- <folder of a backup>   (into an empty database only)')
  }
  const { manifest, rows, migrated } = await restore(readEnv(), {
    from: resolve(given),
    now: new Date(),
    log: console.error,
    signal,
  })
  const later = migrated.length > 0 ? `, and brought up to ${migrated.at(-1)}` : ''
  console.log(
    `Restored and verified ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.count} files as of ${manifest.madeAt}${later}.`,
  )
})
