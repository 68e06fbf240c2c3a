// A second process for tests: two concurrent servers, or a server that is killed.
import { startEmbeddedPostgres } from './embedded.ts'
import { tryLockFile } from './file-lock.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { lockDataDir } from './owner-lock.ts'

const [command, path = '', folder = ''] = process.argv.slice(2)
const quiet = () => {}

const jobs: Record<string, () => Promise<() => Promise<void>>> = {
  async 'lock-file'() {
    const lock = tryLockFile(path)
    answer({ locked: lock !== undefined })
    return async () => lock?.release()
  },
  async 'lock-data-dir'() {
    const lock = await lockDataDir(path)
    answer({ locked: true })
    return () => lock.release()
  },
  async start() {
    const postgres = await startEmbeddedPostgres({ dataDir: path, settings: { fsync: 'off' } })
    answer({ url: postgres.url, reused: postgres.reused })
    return () => postgres.stop()
  },
  async migrate() {
    const { pool, close } = openDatabase({ url: path, log: quiet })
    answer({ connected: (await pool.query('select 1')).rowCount })
    answer(await migrate(pool, { log: quiet, folder }))
    return close
  },
}

const job = jobs[command ?? '']
if (!job) throw new Error(`unknown: ${command}`)
try {
  const finish = await job()
  process.stdin.resume()
  process.stdin.once('end', () => void finish())
} catch (error) {
  answer({ error: error instanceof Error ? error.message : String(error) })
}

function answer(value: object) {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}
