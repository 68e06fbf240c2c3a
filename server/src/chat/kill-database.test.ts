import { expect, test } from 'vitest'
import { openDatabase } from '#core/db/open.ts'
import { plantTalking } from '../../test/chat-people.ts'
import { compareTalk } from '../../test/compare-talk.ts'
import { cloneDatabase } from '../../test/database.ts'
import { asPromised, KILLS_MAY_TAKE_MS, talkPlan, talkThroughFifteen, undoing } from '../../test/fifteen-kills.ts'

const atEnd = undoing()

test(
  '15 kills under load through DATABASE_URL: nothing acknowledged is lost, nothing is doubled, one order for all',
  async () => {
    const database = await cloneDatabase()
    atEnd(() => database.drop())
    const { db, close } = openDatabase({ url: database.url, poolSize: 2, log: () => {} })
    const talking = await plantTalking(db, talkPlan)
    await close()

    const { talkers, said, stop } = await talkThroughFifteen(talking, { DATABASE_URL: database.url }, atEnd)
    expect(await compareTalk(database.url, talkers)).toEqual(asPromised(said))
    await stop()
  },
  KILLS_MAY_TAKE_MS,
)
