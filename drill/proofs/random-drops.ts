import { setTimeout as pause } from 'node:timers/promises'
import { keepTalking } from '../../server/test/chat-talker.ts'
import { compareTalk } from '../../server/test/compare-talk.ts'
import { untilSettled } from '../../server/test/talk-through-kills.ts'
import { atEnd } from '../belongings.ts'
import { between, count, type Drill, type Outcome, type Proof } from '../proof.ts'
import { hostOf, openPlace, plantPeople, startTalkers } from '../talking.ts'

const EVERY_MS = 1_000
const DROPS_A_SECOND = 20

export const randomDrops: Proof = {
  id: 'R5',
  goal: 'Whoever loses the line gets everything they missed, once, and nobody hears of a channel they are not in',
  way: '200 clients in 50 channels, each saying something every second; 1,000 times one of them at random is cut off without a goodbye and stays away for up to 3 s; then what each has heard is compared with the table',
  prove,
}

async function prove({ isQuick }: Drill): Promise<Outcome> {
  const plan = isQuick ? { groups: 5, size: 4, drops: 20 } : { groups: 50, size: 4, drops: 1_000 }
  const { first: server, url } = await openPlace('embedded')
  const people = await plantPeople(url, plan)
  const talkers = startTalkers(people, () => hostOf(server))
  const stopTalking = keepTalking(talkers, EVERY_MS)
  atEnd(() => void stopTalking())
  let drops = 0
  while (drops < plan.drops) {
    await pause(1000 / DROPS_A_SECOND)
    const { talker } = talkers[Math.floor(between(0, talkers.length))] ?? {}
    // Whoever is away already cannot be cut off.
    if (talker?.drop(between(0, 3_000))) drops += 1
  }
  const said = stopTalking()
  await untilSettled(talkers, said)
  const { stored, lost, doubled, inversions, disagreements, strange } = await compareTalk(url, talkers)
  await server.stop()
  const counts = { lost, doubled, inversions, disagreements, strange }
  const faults = Object.entries(counts).flatMap(([name, times]) => (times > 0 ? [`${name}: ${times}`] : []))
  if (stored !== said) faults.push(`${said} were said, and ${stored} are stored`)
  return {
    figures: [
      `${talkers.length} clients, ${count(drops)} drops, ${count(said)} messages said`,
      `${disagreements} clients whose messages are not those of the table, ${doubled} doubled, ${strange} frames to somebody who is not in the channel`,
    ],
    faults,
  }
}
