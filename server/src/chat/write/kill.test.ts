import { expect, test } from 'vitest'
import { openDatabase } from '#core/db/open.ts'
import { plantChatGroups } from '../../../test/chat-people.ts'
import { compareChat } from '../../../test/compare-chat.ts'
import { cloneDatabase } from '../../../test/database.ts'
import { countsWithoutFaults, KILL_TEST_TIMEOUT_MS, chatPlan, chatWhileKilled, cleanUpAfterEach } from '../../../test/kills.ts'

const atEnd = cleanUpAfterEach()

test(
  'a server killed under load loses and duplicates no acknowledged message',
  async () => {
    const database = await cloneDatabase()
    atEnd(() => database.drop())
    const { db, close } = openDatabase({ url: database.url, poolSize: 2, log: () => {} })
    const talking = await plantChatGroups(db, { ...chatPlan, groups: 2 })
    await close()

    const { talkers, sentCount, stop } = await chatWhileKilled(1, talking, { DATABASE_URL: database.url }, atEnd)
    expect(await compareChat(database.url, talkers)).toEqual(countsWithoutFaults(sentCount))
    await stop()
  },
  KILL_TEST_TIMEOUT_MS,
)
