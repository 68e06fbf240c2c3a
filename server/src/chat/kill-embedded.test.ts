import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#core/db/embedded.ts'
import { migrate } from '#core/db/migrate.ts'
import { openDatabase } from '#core/db/open.ts'
import { scratchFolder } from '#core/db/test-scratch.ts'
import { plantTalking } from '../../test/chat-people.ts'
import { compareTalk } from '../../test/compare-talk.ts'
import { asPromised, KILLS_MAY_TAKE_MS, talkPlan, talkThroughFifteen, undoing } from '../../test/fifteen-kills.ts'

const atEnd = undoing()

test(
  '15 kills under load on the embedded database: nothing acknowledged is lost, nothing is doubled, one order for all',
  async () => {
    const dataDir = scratchFolder()
    const first = await startEmbeddedPostgres({ dataDir })
    const { db, pool, close } = openDatabase({ url: first.url, log: () => {} })
    await migrate(pool, { log: () => {} })
    const talking = await plantTalking(db, talkPlan)
    await close()
    await first.stop()

    const { talkers, said, stop } = await talkThroughFifteen(talking, { DATA_DIR: dataDir }, atEnd)
    await stop()
    const again = await startEmbeddedPostgres({ dataDir })
    atEnd(() => again.stop())
    expect(await compareTalk(again.url, talkers)).toEqual(asPromised(said))
  },
  KILLS_MAY_TAKE_MS,
)
