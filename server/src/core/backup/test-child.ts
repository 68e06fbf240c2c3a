// Runs a backup or a restore in a separate process, to be killed half-way.
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

const [command = '', folder = '', databaseUrl = '', dataDir = '', migrationsFolder = ''] = process.argv.slice(2)
const place = { databaseUrl, dataDir, s3: undefined }
const options = { now: new Date(), log: () => {}, ...(migrationsFolder && { migrationsFolder }) }

if (command === 'back-up') await backUp(place, { ...options, into: folder })
else await restore(place, { ...options, from: folder })
