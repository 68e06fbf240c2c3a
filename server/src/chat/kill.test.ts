import { randomInt } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#core/db/embedded.ts'
import { migrate } from '#core/db/migrate.ts'
import { openDatabase } from '#core/db/open.ts'
import { scratchFolder } from '#core/db/test-scratch.ts'
import { plantTalking, type Talking } from '../../test/chat-people.ts'
import { compareTalk } from '../../test/compare-talk.ts'
import { cloneDatabase } from '../../test/database.ts'
import { loadServer } from '../../test/several-servers.ts'
import { talkThroughKills } from '../../test/talk-through-kills.ts'
import { until } from '../../test/until.ts'

const KILLS = 30
const STANDING_BY = 2
const SAATHI_SECRET = 'a secret of the test that kills its servers'
const secret = new TextEncoder().encode(SAATHI_SECRET)
const plan = { groups: 5, size: 4, secret }

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step()
})

/** The next ones have read their code by the time that they are needed, so that most of the time somebody serves. */
function servers(settings: Record<string, string>) {
  const load = () => {
    const loaded = loadServer({ SAATHI_SECRET, ...settings })
    undo.push(() => loaded.end('SIGKILL'))
    return loaded
  }
  const standingBy = Array.from({ length: STANDING_BY }, load)
  return async () => {
    const loaded = standingBy.shift() ?? load()
    standingBy.push(load())
    const { port, end } = await loaded.start()
    return { host: `127.0.0.1:${port}`, end }
  }
}

/** Under load, and not while it is only starting: then a few more at random, so that it is hit in the middle of anything. */
async function untilKill(acknowledged: () => number) {
  const wanted = acknowledged() + randomInt(1, 120)
  await until('so many more are acknowledged', () => acknowledged() >= wanted)
}

const talkOn = (talking: readonly Talking[], settings: Record<string, string>) =>
  talkThroughKills(talking, {
    kills: KILLS,
    secret,
    everyMs: 100,
    next: servers(settings),
    untilKill,
    atEnd: (step) => undo.push(step),
  })

const asPromised = (said: number) => ({ stored: said, lost: 0, doubled: 0, inversions: 0, disagreements: 0, strange: 0 })

test('30 kills under load on the embedded database: nothing acknowledged is lost, nothing is doubled, one order for all', async () => {
  const dataDir = scratchFolder()
  const first = await startEmbeddedPostgres({ dataDir })
  const { db, pool, close } = openDatabase({ url: first.url, log: () => {} })
  await migrate(pool, { log: () => {} })
  const talking = await plantTalking(db, plan)
  await close()
  await first.stop()

  const { talkers, said, stop } = await talkOn(talking, { DATA_DIR: dataDir })
  await stop()
  const again = await startEmbeddedPostgres({ dataDir })
  undo.push(() => again.stop())
  expect(await compareTalk(again.url, talkers)).toEqual(asPromised(said))
}, 1_200_000)

test('30 kills under load through DATABASE_URL: the same', async () => {
  const database = await cloneDatabase()
  undo.push(() => database.drop())
  const { db, close } = openDatabase({ url: database.url, poolSize: 2, log: () => {} })
  const talking = await plantTalking(db, plan)
  await close()

  const { talkers, said, stop } = await talkOn(talking, { DATABASE_URL: database.url })
  expect(await compareTalk(database.url, talkers)).toEqual(asPromised(said))
  await stop()
}, 1_200_000)
