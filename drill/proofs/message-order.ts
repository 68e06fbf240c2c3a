import { keepSending } from '../../server/test/chat-client.ts'
import { compareChat } from '../../server/test/compare-chat.ts'
import { waitUntilDelivered } from '../../server/test/chat-through-kills.ts'
import { until } from '../../server/test/until.ts'
import { onCleanup } from '../cleanup.ts'
import { withClient } from '../engines.ts'
import { type PagesRead, readPages } from '../history.ts'
import { count, type Drill, type ProofResult, type Proof } from '../proof.ts'
import { freshToken, hostOf, startChatServer, plantChatPeople, startChatClients } from '../chat-load.ts'

const SENDERS = 50
const EVERY_MS = 100
const WITHIN_MS = 3_600_000

export const messageOrder: Proof = {
  id: 'R4',
  goal: 'A channel has the same order for everybody and in its history, and paging while people write misses and repeats nothing',
  method:
    '50 people in one channel each send 2,000 messages at 10 a second; then all pages of these 100,000 are read backwards, by page number and by message, while 50 messages a second arrive; the lists of ids are compared',
  prove,
}

async function prove({ isQuick }: Drill): Promise<ProofResult> {
  const each = isQuick ? 20 : 2_000
  const { first: server, url } = await startChatServer('embedded')
  const people = await plantChatPeople(url, { groups: 1, size: SENDERS })
  const [reader] = people
  const [channel = 0] = reader?.channels ?? []
  if (!reader) throw new Error('There is no person to read.')
  const talkers = startChatClients(people, () => hostOf(server))
  const stopFirst = keepSending(talkers, EVERY_MS, { messagesEach: each })
  onCleanup(() => void stopFirst())
  await until('everybody has sent all messages', () => talkers.every(({ talker }) => talker.acknowledged.size >= each), WITHIN_MS)
  const sentFirst = stopFirst()

  const stopSecond = keepSending(talkers, 1000)
  onCleanup(() => void stopSecond())
  const faults: string[] = []
  const figures: string[] = []
  for (const mode of ['by number', 'by message'] as const) {
    const read = await readPages({ host: hostOf(server), token: await freshToken(reader), channel }, mode)
    const { missed, repeated, arrived } = await comparePages(url, channel, read)
    figures.push(
      `${count(read.pages)} pages ${mode}: ${count(read.ids.length)} messages while ${count(arrived)} arrived, ${missed} missed, ${repeated} repeated or out of order`,
    )
    if (missed + repeated > 0) faults.push(`${mode}: ${missed} missed, ${repeated} repeated or out of order`)
    if (arrived === 0 && !isQuick) faults.push(`${mode}: nothing arrived during the reading`)
  }
  const sentCount = sentFirst + stopSecond()
  await waitUntilDelivered(talkers, sentCount)
  const { stored, lost, doubled, inversions, disagreements, strange } = await compareChat(url, talkers)
  await server.stop()
  for (const [name, times] of Object.entries({ lost, doubled, inversions, disagreements, strange })) {
    if (times > 0) faults.push(`${name}: ${times}`)
  }
  if (stored !== sentCount) faults.push(`${sentCount} were sent, but ${stored} are stored`)
  return {
    figures: [
      `${SENDERS} people sent ${count(sentFirst)} messages to all: ${disagreements} people disagree with the table, ${inversions} messages out of order`,
      ...figures,
    ],
    faults,
  }
}

/** The pages must contain every message up to the newest at the time of the first request, each once, newest first. */
async function comparePages(databaseUrl: string, channel: number, { ids }: PagesRead) {
  const rows = await withClient(databaseUrl, async (client) => {
    const sql = 'select id::text from chat_message where channel_id = $1 order by id desc'
    return (await client.query<{ id: string }>(sql, [channel])).rows.map(({ id }) => Number(id))
  })
  const [newest = 0] = ids
  const found = new Set(ids)
  return {
    missed: rows.filter((id) => id <= newest && !found.has(id)).length,
    repeated: ids.filter((id, at) => at > 0 && id >= (ids[at - 1] ?? 0)).length,
    arrived: rows.filter((id) => id > newest).length,
  }
}
