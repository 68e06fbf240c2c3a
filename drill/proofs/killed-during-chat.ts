import { setTimeout as pause } from 'node:timers/promises'
import { type ChatComparison, compareChat } from '../../server/test/compare-chat.ts'
import { chatThroughKills, type ConnectedPerson } from '../../server/test/chat-through-kills.ts'
import { onCleanup } from '../cleanup.ts'
import { readPages } from '../history.ts'
import { between, count, type Drill, type ProofResult, type Proof, seconds } from '../proof.ts'
import { startServer } from '../server-process.ts'
import { plantMessages } from '../stored-messages.ts'
import { asRunningServer, freshToken, startChatServer, plantChatPeople, secret } from '../chat-load.ts'

const WITHIN_MS = 5_000
const EVERY_MS = 100
/** Slightly below the rate of 20 people with an exact clock. A run on a slower machine proves nothing. */
const MIN_PER_SECOND = 180
/** Enough that everybody can keep sending during the longest allowed outage. */
const MAX_UNACKNOWLEDGED = WITHIN_MS / EVERY_MS

export const killedDuringChat: Proof = {
  id: 'R1',
  goal: 'A server that is killed again and again under load loses nothing acknowledged, doubles nothing and keeps one order',
  method:
    '50 times kill -9 after 0.3 to 4 s at 200 messages a second (20 senders, 5 channels), each followed by a start; unacknowledged messages are sent again with the same temporary id; compared with what every client received, the pages of the history and the table; both engines',
  prove: async (drill) => resultOf(await runOnce(drill), drill),
}

export const backAfterKill: Proof = {
  id: 'R2',
  goal: 'Back in service within 5 s (p95) after a kill, with 100,000 messages stored',
  method:
    'the run of R1: from kill -9 until the first message is acknowledged, including the start of the process and the reconnect of all clients',
  prove: async (drill) => timesOf(await runOnce(drill), drill),
}

type ChatRun = ChatComparison & {
  engine: string
  sentCount: number
  acknowledged: number
  planted: number
  perSecond: number
  backAfterMs: number[]
  pages: number
  /** Channels whose pages differ from the table. */
  wrongHistories: number
}

let run: Promise<ChatRun[]> | null = null

/** One run measures both goals. */
function runOnce({ isQuick }: Drill): Promise<ChatRun[]> {
  run ??= runOnBothEngines(isQuick ? { kills: 2, planted: 1_000 } : { kills: 50, planted: 100_000 })
  return run
}

async function runOnBothEngines(plan: { kills: number; planted: number }): Promise<ChatRun[]> {
  return [await runOn('embedded', plan), await runOn('DATABASE_URL', plan)]
}

async function runOn(
  engine: 'embedded' | 'DATABASE_URL',
  { kills, planted }: { kills: number; planted: number },
): Promise<ChatRun> {
  const place = await startChatServer(engine)
  const people = await plantChatPeople(place.url, { groups: 5, size: 4 })
  const channels = [...new Set(people.flatMap((each) => each.channels))]
  const lastRead = await plantMessages(place.url, channels, planted)
  const startedServers = [place.first]
  const chatRun = await chatThroughKills(
    people.map((each) => ({ ...each, lastRead })),
    {
      kills,
      secret,
      everyMs: EVERY_MS,
      maxUnacknowledged: MAX_UNACKNOWLEDGED,
      next: async () => asRunningServer(startedServers.pop() ?? (await startServer(place.settings))),
      untilKill: () => pause(between(300, 4_000)),
      onCleanup,
    },
  )
  const { talkers, sentCount, backAfterMs, talkedMs, host, stop } = chatRun
  const acknowledged = talkers.reduce((sum, { talker }) => sum + talker.acknowledged.size, 0)
  const compared = await compareChat(place.url, talkers)
  const { pages, wrongHistories } = await readHistories(host, channels, talkers, lastRead)
  await stop()
  const perSecond = (sentCount * 1000) / talkedMs
  return { ...compared, engine, sentCount, acknowledged, planted, perSecond, backAfterMs, pages, wrongHistories }
}

/** All clients have received exactly what is stored, so the pages must show what any one of them received. */
async function readHistories(
  host: string,
  channels: readonly number[],
  talkers: readonly ConnectedPerson[],
  lastRead: Map<number, number>,
) {
  let [pages, wrongHistories] = [0, 0]
  for (const channel of channels) {
    const reader = talkers.find((each) => each.channels.includes(channel))
    if (!reader) continue
    const options = { host, token: await freshToken(reader), channel, to: lastRead.get(channel) ?? 0 }
    const turned = await readPages(options, 'by number')
    pages += turned.pages
    if (turned.ids.toReversed().join() !== reader.talker.sees(channel).join()) wrongHistories += 1
  }
  return { pages, wrongHistories }
}

function resultOf(both: readonly ChatRun[], { isQuick }: Drill): ProofResult {
  const slow = both.filter(({ perSecond }) => perSecond < MIN_PER_SECOND && !isQuick)
  return {
    figures: both.map(
      (each) =>
        `${each.engine}: ${each.backAfterMs.length} kills, ${count(each.sentCount)} messages sent at ${Math.round(each.perSecond)} per second, ${count(each.acknowledged)} acknowledged, ${each.lost} lost, ${each.doubled} duplicated, ${each.inversions} out of order; ${each.disagreements} of 20 people and ${each.wrongHistories} of 5 histories (${count(each.pages)} pages) differ from the table`,
    ),
    faults: [
      ...both.flatMap(faultsOf),
      ...slow.map(({ engine, perSecond }) => `${engine}: only ${Math.round(perSecond)} messages per second were sent`),
    ],
  }
}

function faultsOf({ engine, sentCount, ...each }: ChatRun): string[] {
  const wrong = (['lost', 'doubled', 'inversions', 'disagreements', 'strange', 'wrongHistories'] as const).filter(
    (name) => each[name],
  )
  const faults = wrong.map((name) => `${engine}: ${name} ${each[name]}`)
  if (each.stored !== sentCount) faults.push(`${engine}: ${sentCount} were sent, but ${each.stored} are stored`)
  if (each.acknowledged !== sentCount) faults.push(`${engine}: ${sentCount} were sent, but ${each.acknowledged} acknowledged`)
  return faults
}

function timesOf(both: readonly ChatRun[], { isQuick }: Drill): ProofResult {
  const faults: string[] = []
  const figures = both.map(({ engine, backAfterMs, planted }) => {
    const sorted = backAfterMs.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
    if (at(0.95) > WITHIN_MS && !isQuick) faults.push(`${engine}: p95 is ${seconds(at(0.95))}`)
    return `${engine}: ${sorted.length} kills with ${count(planted)} messages stored, p50 ${seconds(at(0.5))}, p95 ${seconds(at(0.95))}, at most ${seconds(at(1))}`
  })
  return { figures, faults }
}
