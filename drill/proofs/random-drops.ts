import { setTimeout as pause } from 'node:timers/promises'
import { keepSending } from '../../server/test/chat-client.ts'
import { compareChat } from '../../server/test/compare-chat.ts'
import { waitUntilDelivered } from '../../server/test/chat-through-kills.ts'
import { onCleanup } from '../cleanup.ts'
import { between, count, type Drill, type ProofResult, type Proof } from '../proof.ts'
import { hostOf, startChatServer, plantChatPeople, startChatClients } from '../chat-load.ts'

const EVERY_MS = 1_000
const DROPS_PER_SECOND = 20

export const randomDrops: Proof = {
  id: 'R5',
  goal: 'A client that loses its connection receives everything it missed, once, and nobody receives messages of a foreign channel',
  method:
    '200 clients in 50 channels, each sending once a second; 1,000 times a random client is cut off without a close frame and stays away for up to 3 s; then what each received is compared with the table',
  prove,
}

async function prove({ isQuick }: Drill): Promise<ProofResult> {
  const plan = isQuick ? { groups: 5, size: 4, drops: 20 } : { groups: 50, size: 4, drops: 1_000 }
  const { first: server, url } = await startChatServer('embedded')
  const people = await plantChatPeople(url, plan)
  const talkers = startChatClients(people, () => hostOf(server))
  const stopSending = keepSending(talkers, EVERY_MS)
  onCleanup(() => void stopSending())
  let drops = 0
  while (drops < plan.drops) {
    await pause(1000 / DROPS_PER_SECOND)
    const { talker } = talkers[Math.floor(between(0, talkers.length))] ?? {}
    // A client that is already disconnected cannot be dropped again.
    if (talker?.drop(between(0, 3_000))) drops += 1
  }
  const sentCount = stopSending()
  await waitUntilDelivered(talkers, sentCount)
  const { stored, lost, doubled, inversions, disagreements, strange } = await compareChat(url, talkers)
  await server.stop()
  const counts = { lost, doubled, inversions, disagreements, strange }
  const faults = Object.entries(counts).flatMap(([name, times]) => (times > 0 ? [`${name}: ${times}`] : []))
  if (stored !== sentCount) faults.push(`${sentCount} were sent, but ${stored} are stored`)
  return {
    figures: [
      `${talkers.length} clients, ${count(drops)} drops, ${count(sentCount)} messages sent`,
      `${disagreements} clients whose messages differ from the table, ${doubled} duplicated, ${strange} frames sent to people outside the channel`,
    ],
    faults,
  }
}
