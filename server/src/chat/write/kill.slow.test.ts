import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#core/db/embedded.ts'
import { migrate } from '#core/db/migrate.ts'
import { openDatabase } from '#core/db/open.ts'
import { scratchFolder } from '#core/db/test-scratch.ts'
import { plantChatGroups } from '../../../test/chat-people.ts'
import { compareChat } from '../../../test/compare-chat.ts'
import { cloneDatabase } from '../../../test/database.ts'
import { countsWithoutFaults, KILL_TEST_TIMEOUT_MS, chatPlan, chatWhileKilled, cleanUpAfterEach } from '../../../test/kills.ts'

const atEnd = cleanUpAfterEach()
const KILLS = 15

test(
  '15 kills under load on the embedded database lose and duplicate no acknowledged message, and keep one order',
  async () => {
    const dataDir = scratchFolder()
    const first = await startEmbeddedPostgres({ dataDir })
    const { db, pool, close } = openDatabase({ url: first.url, log: () => {} })
    await migrate(pool, { log: () => {} })
    const talking = await plantChatGroups(db, chatPlan)
    await close()
    await first.stop()

    const { talkers, sentCount, stop } = await chatWhileKilled(KILLS, talking, { DATA_DIR: dataDir }, atEnd)
    await stop()
    const again = await startEmbeddedPostgres({ dataDir })
    atEnd(() => again.stop())
    expect(await compareChat(again.url, talkers)).toEqual(countsWithoutFaults(sentCount))
  },
  KILL_TEST_TIMEOUT_MS,
)

test(
  '15 kills under load through DATABASE_URL lose and duplicate no acknowledged message, and keep one order',
  async () => {
    const database = await cloneDatabase()
    atEnd(() => database.drop())
    const { db, close } = openDatabase({ url: database.url, poolSize: 2, log: () => {} })
    const talking = await plantChatGroups(db, chatPlan)
    await close()

    const { talkers, sentCount, stop } = await chatWhileKilled(KILLS, talking, { DATABASE_URL: database.url }, atEnd)
    expect(await compareChat(database.url, talkers)).toEqual(countsWithoutFaults(sentCount))
    await stop()
  },
  KILL_TEST_TIMEOUT_MS,
)
