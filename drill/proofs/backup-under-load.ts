import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeTempFolder } from '../cleanup.ts'
import { embeddedAddress, withClient } from '../engines.ts'
import { startLoad } from '../load.ts'
import { findLost } from '../lost.ts'
import { signIn } from '../people.ts'
import { count, type Drill, type ProofResult, type Proof, seconds } from '../proof.ts'
import { spawnNode, startServer } from '../server-process.ts'
import { checkFiles, plantBulk, uploadPicture } from '../stored-files.ts'

const GIGABYTE = 1e9
const WITHIN_MS = 600_000

export const backupUnderLoad: Proof = {
  id: 'R11',
  goal: 'A backup made at 100 writes a second and restored elsewhere has everything acknowledged before it began and every file unchanged; 1 GB takes at most 10 minutes',
  method:
    'npm run backup next to a busy server with 200 MB of files, npm run restore into a new folder, a server started there; the time for 1 GB is computed from both',
  prove,
}

async function prove({ isQuick }: Drill): Promise<ProofResult> {
  const bulk = isQuick ? { files: 20, bytesEach: 50_000, rows: 1_000 } : { files: 800, bytesEach: 250_000, rows: 200_000 }
  const targetRate = isQuick ? 20 : 100
  const [dataDir, fresh, into] = [makeTempFolder(), makeTempFolder(), makeTempFolder()]
  const server = await startServer({ DATA_DIR: dataDir })
  const { url } = await embeddedAddress(dataDir)
  const people = await signIn(url, 55)
  const [owner, ...others] = people.slice(50)
  if (!owner) throw new Error('There is no person to own the files.')
  await plantBulk(url, dataDir, owner, bulk)

  const load = await startLoad(server.url, people.slice(0, 50), targetRate * 1.1)
  for (const person of others) await uploadPicture(server.url, person)
  await pause(isQuick ? 2_000 : 10_000)
  const before = load.acknowledged()
  const mark = load.mark()
  const backup = await command('backup', [into], dataDir)
  const during = load.acknowledged() - before
  const perSecond = load.perSecond()
  await load.settle()
  const bytes = await sizeOf(url)
  await server.stop()

  const [name = ''] = readdirSync(into)
  const restore = await command('restore', [join(into, name)], fresh)
  const restored = await startServer({ DATA_DIR: fresh })
  const { url: restoredUrl } = await embeddedAddress(fresh)
  const lost = await findLost(restoredUrl, mark)
  const files = await checkFiles(restoredUrl, fresh)
  await restored.stop()

  const gigabyteMs = ((backup.ms + restore.ms) * GIGABYTE) / bytes
  const faults = [...backup.faults, ...restore.faults, ...lost, ...files.faults, ...load.faults()]
  if (perSecond < targetRate) faults.push(`only ${perSecond.toFixed(1)} writes per second were acknowledged`)
  if (during === 0) faults.push('nothing was written while the backup was made')
  if (gigabyteMs > WITHIN_MS && !isQuick) faults.push(`1 GB would take ${seconds(gigabyteMs)}`)
  return {
    figures: [
      `${count(before)} writes acknowledged before it started at ${Math.round(perSecond)} per second, ${lost.length} lost; ${count(during)} more during the backup`,
      `${files.checked} files compared by SHA-256, ${files.faults.length} missing or changed`,
      `${Math.round(bytes / 1e6)} MB: backup ${seconds(backup.ms)}, restore and verification ${seconds(restore.ms)}; 1 GB would take ${seconds(gigabyteMs)} for both`,
    ],
    faults,
  }
}

async function command(name: 'backup' | 'restore', args: string[], dataDir: string) {
  const { exited, output } = spawnNode([`scripts/${name}.ts`, ...args], { DATA_DIR: dataDir })
  const { code, ms } = await exited
  return { ms, faults: code === 0 ? [] : [`npm run ${name} ended with ${code}: ${output()}`] }
}

async function sizeOf(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ bytes: number }>(
      'select (pg_database_size(current_database()) + (select coalesce(sum(size), 0) from file))::float8 as bytes',
    )
    return rows[0]?.bytes ?? 0
  })
}
