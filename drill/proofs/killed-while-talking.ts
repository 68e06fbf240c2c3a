import { setTimeout as pause } from 'node:timers/promises'
import { type Compared, compareTalk } from '../../server/test/compare-talk.ts'
import { talkThroughKills, type Talks } from '../../server/test/talk-through-kills.ts'
import { atEnd } from '../belongings.ts'
import { turnPages } from '../history.ts'
import { between, count, type Drill, type Outcome, type Proof, seconds } from '../proof.ts'
import { startServer } from '../server-process.ts'
import { plantMessages } from '../stored-messages.ts'
import { asServed, freshToken, openPlace, plantPeople, secret } from '../talking.ts'

const WITHIN_MS = 5_000
const EVERY_MS = 100
/** A little less than 20 people with an exact clock would say: on a machine that cannot keep this up nothing is proven. */
const LEAST_A_SECOND = 180
/** Enough for all to talk on at their pace while it is down, for as long as it may be. */
const WAITING_MAX = WITHIN_MS / EVERY_MS

export const killedWhileTalking: Proof = {
  id: 'R1',
  goal: 'A server killed again and again while people talk: nothing acknowledged is lost, nothing is doubled, and all have one order',
  way: '50 times kill -9 after 0.3 to 4 s under 200 messages a second (20 senders, 5 channels), each followed by a start; what was not acknowledged is sent again under its temporary id; compared with what everybody heard, with the pages of the history and with the table; both engines',
  prove: async (drill) => outcomeOf(await talkOnce(drill), drill),
}

export const backAfterKill: Proof = {
  id: 'R2',
  goal: 'Back in service within 5 s (p95) after a kill, with 100,000 messages stored',
  way: 'the run of R1: from kill -9 until the first message after it is acknowledged, with the start of the process and of everybody’s line in between',
  prove: async (drill) => timesOf(await talkOnce(drill), drill),
}

type Talked = Compared & {
  engine: string
  said: number
  acknowledged: number
  planted: number
  perSecond: number
  backAfterMs: number[]
  pages: number
  /** Channels whose pages are not what the table holds. */
  wrongHistories: number
}

let run: Promise<Talked[]> | null = null

/** Both goals are measured by one run, whichever of them is asked for first. */
function talkOnce({ isQuick }: Drill): Promise<Talked[]> {
  run ??= talkOnBoth(isQuick ? { kills: 2, planted: 1_000 } : { kills: 50, planted: 100_000 })
  return run
}

async function talkOnBoth(plan: { kills: number; planted: number }): Promise<Talked[]> {
  return [await talkOn('embedded', plan), await talkOn('DATABASE_URL', plan)]
}

async function talkOn(
  engine: 'embedded' | 'DATABASE_URL',
  { kills, planted }: { kills: number; planted: number },
): Promise<Talked> {
  const place = await openPlace(engine)
  const people = await plantPeople(place.url, { groups: 5, size: 4 })
  const channels = [...new Set(people.flatMap((each) => each.channels))]
  const readTo = await plantMessages(place.url, channels, planted)
  const waiting = [place.first]
  const talked = await talkThroughKills(
    people.map((each) => ({ ...each, readTo })),
    {
      kills,
      secret,
      everyMs: EVERY_MS,
      waitingMax: WAITING_MAX,
      next: async () => asServed(waiting.pop() ?? (await startServer(place.settings))),
      untilKill: () => pause(between(300, 4_000)),
      atEnd,
    },
  )
  const { talkers, said, backAfterMs, talkedMs, host, stop } = talked
  const acknowledged = talkers.reduce((sum, { talker }) => sum + talker.acknowledged.size, 0)
  const compared = await compareTalk(place.url, talkers)
  const { pages, wrongHistories } = await readHistories(host, channels, talkers, readTo)
  await stop()
  const perSecond = (said * 1000) / talkedMs
  return { ...compared, engine, said, acknowledged, planted, perSecond, backAfterMs, pages, wrongHistories }
}

/** Everybody was found to have heard what is stored: so what one of them heard is what the pages must show. */
async function readHistories(host: string, channels: readonly number[], talkers: readonly Talks[], readTo: Map<number, number>) {
  let [pages, wrongHistories] = [0, 0]
  for (const channel of channels) {
    const reader = talkers.find((each) => each.channels.includes(channel))
    if (!reader) continue
    const asked = { host, token: await freshToken(reader), channel, to: readTo.get(channel) ?? 0 }
    const turned = await turnPages(asked, 'by number')
    pages += turned.pages
    if (turned.ids.toReversed().join() !== reader.talker.sees(channel).join()) wrongHistories += 1
  }
  return { pages, wrongHistories }
}

function outcomeOf(both: readonly Talked[], { isQuick }: Drill): Outcome {
  const slow = both.filter(({ perSecond }) => perSecond < LEAST_A_SECOND && !isQuick)
  return {
    figures: both.map(
      (each) =>
        `${each.engine}: ${each.backAfterMs.length} kills, ${count(each.said)} messages said at ${Math.round(each.perSecond)} a second, ${count(each.acknowledged)} acknowledged, ${each.lost} lost, ${each.doubled} doubled, ${each.inversions} out of order; ${each.disagreements} of 20 people heard, and ${each.wrongHistories} of 5 histories (${count(each.pages)} pages) show, anything else than the table`,
    ),
    faults: [
      ...both.flatMap(faultsOf),
      ...slow.map(({ engine, perSecond }) => `${engine}: only ${Math.round(perSecond)} messages a second were said`),
    ],
  }
}

function faultsOf({ engine, said, ...each }: Talked): string[] {
  const wrong = (['lost', 'doubled', 'inversions', 'disagreements', 'strange', 'wrongHistories'] as const).filter(
    (name) => each[name],
  )
  const faults = wrong.map((name) => `${engine}: ${name} ${each[name]}`)
  if (each.stored !== said) faults.push(`${engine}: ${said} were said, and ${each.stored} are stored`)
  if (each.acknowledged !== said) faults.push(`${engine}: ${said} were said, and ${each.acknowledged} acknowledged`)
  return faults
}

function timesOf(both: readonly Talked[], { isQuick }: Drill): Outcome {
  const faults: string[] = []
  const figures = both.map(({ engine, backAfterMs, planted }) => {
    const sorted = backAfterMs.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
    if (at(0.95) > WITHIN_MS && !isQuick) faults.push(`${engine}: p95 is ${seconds(at(0.95))}`)
    return `${engine}: ${sorted.length} kills with ${count(planted)} messages stored, p50 ${seconds(at(0.5))}, p95 ${seconds(at(0.95))}, at most ${seconds(at(1))}`
  })
  return { figures, faults }
}
