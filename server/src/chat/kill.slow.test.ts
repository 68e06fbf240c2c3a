import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#core/db/embedded.ts'
import { migrate } from '#core/db/migrate.ts'
import { openDatabase } from '#core/db/open.ts'
import { scratchFolder } from '#core/db/test-scratch.ts'
import { plantTalking } from '../../test/chat-people.ts'
import { compareTalk } from '../../test/compare-talk.ts'
import { cloneDatabase } from '../../test/database.ts'
import { asPromised, KILLS_MAY_TAKE_MS, talkPlan, talkWhileKilled, undoing } from '../../test/kills.ts'

const atEnd = undoing()
const KILLS = 15

test(
  '15 kills under load on the embedded database lose and duplicate no acknowledged message, and keep one order',
  async () => {
    const dataDir = scratchFolder()
    const first = await startEmbeddedPostgres({ dataDir })
    const { db, pool, close } = openDatabase({ url: first.url, log: () => {} })
    await migrate(pool, { log: () => {} })
    const talking = await plantTalking(db, talkPlan)
    await close()
    await first.stop()

    const { talkers, said, stop } = await talkWhileKilled(KILLS, talking, { DATA_DIR: dataDir }, atEnd)
    await stop()
    const again = await startEmbeddedPostgres({ dataDir })
    atEnd(() => again.stop())
    expect(await compareTalk(again.url, talkers)).toEqual(asPromised(said))
  },
  KILLS_MAY_TAKE_MS,
)

test(
  '15 kills under load through DATABASE_URL lose and duplicate no acknowledged message, and keep one order',
  async () => {
    const database = await cloneDatabase()
    atEnd(() => database.drop())
    const { db, close } = openDatabase({ url: database.url, poolSize: 2, log: () => {} })
    const talking = await plantTalking(db, talkPlan)
    await close()

    const { talkers, said, stop } = await talkWhileKilled(KILLS, talking, { DATABASE_URL: database.url }, atEnd)
    expect(await compareTalk(database.url, talkers)).toEqual(asPromised(said))
    await stop()
  },
  KILLS_MAY_TAKE_MS,
)
