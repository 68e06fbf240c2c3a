// `npm run revive-jobs` with DATABASE_URL, also while servers run.
import { openDatabase } from '../db/open.ts'
import { readEnv } from '../env.ts'
import { requeueDeadJobs } from './overview.ts'

const { databaseUrl } = readEnv()
if (databaseUrl === undefined) {
  console.error('Set DATABASE_URL to the database whose jobs should be tried again.')
  process.exit(1)
}
const database = openDatabase({ url: databaseUrl, poolSize: 1, log: console.error })
console.log(`${await requeueDeadJobs(database.db)} jobs will be tried again.`)
await database.close()
