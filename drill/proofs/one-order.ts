import { keepTalking } from '../../server/test/chat-talker.ts'
import { compareTalk } from '../../server/test/compare-talk.ts'
import { untilSettled } from '../../server/test/talk-through-kills.ts'
import { until } from '../../server/test/until.ts'
import { atEnd } from '../belongings.ts'
import { withClient } from '../engines.ts'
import { type Turned, turnPages } from '../history.ts'
import { count, type Drill, type Outcome, type Proof } from '../proof.ts'
import { freshToken, hostOf, openPlace, plantPeople, startTalkers } from '../talking.ts'

const SENDERS = 50
const EVERY_MS = 100
const WITHIN_MS = 3_600_000

export const oneOrder: Proof = {
  id: 'R4',
  goal: 'A channel has one order for everybody and in its history, and turning its pages while people talk misses and repeats nothing',
  way: '50 people in one channel, each says 2,000 messages at 10 a second; then all pages of these 100,000 are turned back, by number and from message to message, while 50 messages a second arrive; the lists of numbers are compared',
  prove,
}

async function prove({ isQuick }: Drill): Promise<Outcome> {
  const each = isQuick ? 20 : 2_000
  const { first: server, url } = await openPlace('embedded')
  const people = await plantPeople(url, { groups: 1, size: SENDERS })
  const [reader] = people
  const [channel = 0] = reader?.channels ?? []
  if (!reader) throw new Error('There is nobody to read.')
  const talkers = startTalkers(people, () => hostOf(server))
  const stopFirst = keepTalking(talkers, EVERY_MS, { sayEach: each })
  atEnd(() => void stopFirst())
  await until('everybody has said all of it', () => talkers.every(({ talker }) => talker.acknowledged.size >= each), WITHIN_MS)
  const saidFirst = stopFirst()

  const stopSecond = keepTalking(talkers, 1000)
  atEnd(() => void stopSecond())
  const faults: string[] = []
  const figures: string[] = []
  for (const way of ['by number', 'by message'] as const) {
    const turned = await turnPages({ host: hostOf(server), token: await freshToken(reader), channel }, way)
    const { missed, repeated, meanwhile } = await compareTurned(url, channel, turned)
    figures.push(
      `${count(turned.pages)} pages ${way}: ${count(turned.ids.length)} messages while ${count(meanwhile)} arrived, ${missed} missed, ${repeated} repeated or out of order`,
    )
    if (missed + repeated > 0) faults.push(`${way}: ${missed} missed, ${repeated} repeated or out of order`)
    if (meanwhile === 0 && !isQuick) faults.push(`${way}: nothing arrived meanwhile`)
  }
  const said = saidFirst + stopSecond()
  await untilSettled(talkers, said)
  const { stored, lost, doubled, inversions, disagreements, strange } = await compareTalk(url, talkers)
  await server.stop()
  for (const [name, times] of Object.entries({ lost, doubled, inversions, disagreements, strange })) {
    if (times > 0) faults.push(`${name}: ${times}`)
  }
  if (stored !== said) faults.push(`${said} were said, and ${stored} are stored`)
  return {
    figures: [
      `${SENDERS} people said ${count(saidFirst)} messages, each heard by all: ${disagreements} of them disagree with the table, ${inversions} heard out of order`,
      ...figures,
    ],
    faults,
  }
}

/** All up to the newest there was when the first page was asked for must be among them, each once, the newest first. */
async function compareTurned(databaseUrl: string, channel: number, { ids }: Turned) {
  const rows = await withClient(databaseUrl, async (client) => {
    const sql = 'select id::text from chat_message where channel_id = $1 order by id desc'
    return (await client.query<{ id: string }>(sql, [channel])).rows.map(({ id }) => Number(id))
  })
  const [newest = 0] = ids
  const found = new Set(ids)
  return {
    missed: rows.filter((id) => id <= newest && !found.has(id)).length,
    repeated: ids.filter((id, at) => at > 0 && id >= (ids[at - 1] ?? 0)).length,
    meanwhile: rows.filter((id) => id > newest).length,
  }
}
