import { expect, test } from 'vitest'
import { openDatabase } from '#core/db/open.ts'
import { plantTalking } from '../../test/chat-people.ts'
import { compareTalk } from '../../test/compare-talk.ts'
import { cloneDatabase } from '../../test/database.ts'
import { asPromised, KILLS_MAY_TAKE_MS, talkPlan, talkWhileKilled, undoing } from '../../test/kills.ts'

const atEnd = undoing()

test(
  'a server killed under load loses and duplicates no acknowledged message',
  async () => {
    const database = await cloneDatabase()
    atEnd(() => database.drop())
    const { db, close } = openDatabase({ url: database.url, poolSize: 2, log: () => {} })
    const talking = await plantTalking(db, { ...talkPlan, groups: 2 })
    await close()

    const { talkers, said, stop } = await talkWhileKilled(1, talking, { DATABASE_URL: database.url }, atEnd)
    expect(await compareTalk(database.url, talkers)).toEqual(asPromised(said))
    await stop()
  },
  KILLS_MAY_TAKE_MS,
)
