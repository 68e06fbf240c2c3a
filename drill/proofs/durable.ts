import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../scripts/free-port.ts'
import { findPostmasterPid } from '../../server/src/core/db/scratch-cluster.ts'
import { makeTempFolder } from '../cleanup.ts'
import { embeddedAddress, type Engine, startSystemPostgres, withClient } from '../engines.ts'
import { startLoad } from '../load.ts'
import { signIn } from '../people.ts'
import { type Drill, type ProofResult, type Proof } from '../proof.ts'
import { spawnServer, startServer } from '../server-process.ts'
import { countSyncs } from '../syncs.ts'

const settings = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

export const durable: Proof = {
  id: 'R7',
  goal: 'A confirmed write is on the disk: fsync, synchronous_commit and full_page_writes are on at start on both engines, production refuses otherwise, and each group of commits causes at least one fdatasync',
  method:
    'SHOW on the database of a running server; production started against PostgreSQL with each setting off; fdatasync calls counted while one person writes one thing after another',
  prove,
}

async function prove({ isQuick }: Drill): Promise<ProofResult> {
  const writes = isQuick ? 20 : 500
  const debian = await startSystemPostgres()
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://saathi.example',
    TRUSTED_PROXY: '127.0.0.1',
    // No mail is sent here, but production requires the setting.
    SMTP_URL: 'smtp://127.0.0.1:2525',
    PORT: String(await freePort()),
    DATA_DIR: makeTempFolder(),
  }
  // Production first, while the database is empty; the demo then adds people who can write.
  await (await startServer({ ...production, DATABASE_URL: debian.url })).stop()
  const demo = await startServer({ DATABASE_URL: debian.url, DATA_DIR: makeTempFolder() })
  const outside = await measure(debian, demo.url, writes)
  await demo.stop()

  const dataDir = makeTempFolder()
  const own = await startServer({ DATA_DIR: dataDir })
  const inside = await measure({ name: 'embedded', dataDir, ...(await embeddedAddress(dataDir)) }, own.url, writes)
  await own.stop()

  const refusals: string[] = []
  for (const setting of settings) refusals.push(...(await startWithout(setting, production)))
  return {
    figures: [
      'all three on at boot on both engines, and production starts',
      ...[inside, outside].map(({ figure }) => figure),
      `production refused ${settings.length - refusals.length} of ${settings.length} starts with one of them off`,
    ],
    faults: [...inside.faults, ...outside.faults, ...refusals],
  }
}

/** Sequential writes, so that each is its own commit group. */
async function measure(engine: Engine, url: string, writes: number) {
  return withClient(engine.adminUrl, async (client) => {
    const faults: string[] = []
    for (const setting of settings) {
      const { rows } = await client.query<Record<string, string>>(`show ${setting}`)
      if (rows[0]?.[setting] !== 'on') faults.push(`${engine.name}: ${setting} is ${rows[0]?.[setting]}`)
    }
    const postmaster = findPostmasterPid(engine.dataDir) ?? 0
    const people = await signIn(engine.url, 1)
    let acknowledged = 0
    const { syncs, by } = await countSyncs(postmaster, client, async () => {
      const load = await startLoad(url, people, 1_000)
      while (load.acknowledged() < writes && load.faults().length === 0) await pause(20)
      await load.settle()
      acknowledged = load.acknowledged()
      faults.push(...load.faults())
    })
    if (syncs < acknowledged) faults.push(`${engine.name}: ${acknowledged} sequential writes cost only ${syncs} syncs`)
    return { faults, figure: `${engine.name}: ${acknowledged} sequential writes, ${syncs} fdatasync (${by})` }
  })
}

async function startWithout(setting: string, production: Record<string, string>): Promise<string[]> {
  const { url } = await startSystemPostgres({ [setting]: 'off' })
  const refused = spawnServer({ ...production, DATA_DIR: makeTempFolder(), DATABASE_URL: url })
  // A server that is not refused would run forever.
  const isUp = new Promise<null>((resolve) =>
    refused.child.stdout.on('data', () => refused.output().includes('ready at') && resolve(null)),
  )
  const exit = await Promise.race([refused.exited, isUp])
  if (exit?.code === 1 && refused.output().includes(`its setting ${setting} is off`)) return []
  refused.child.kill('SIGKILL')
  return [`production started, or ended for another reason, with ${setting} off: ${refused.output().slice(-200)}`]
}
