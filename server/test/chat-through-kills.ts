import { renewTokens, type ChatPerson } from './chat-people.ts'
import { keepSending, startChatClient, type ChatClient } from './chat-client.ts'
import { until } from './until.ts'

export type RunningServer = { host: string; end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void> }
/** A person, the last message ids they had read before, and their client. */
export type ConnectedPerson = ChatPerson & { lastRead?: ReadonlyMap<number, number>; talker: ChatClient }

/** Well before a token expires. */
const RENEW_EVERY_MS = 120_000
type OnCleanup = (undo: () => void) => void

/** Renews everybody's token in time, for the whole test. */
export function keepTokensFresh(talkers: readonly ConnectedPerson[], secret: Uint8Array, onCleanup: OnCleanup): void {
  const renew = async () => {
    const renewed = await renewTokens(talkers, secret)
    for (const [at, { token }] of renewed.entries()) talkers[at]?.talker.renew(token)
  }
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS)
  onCleanup(() => clearInterval(timer))
}

export type KillPlan = {
  /** The secret of the servers, for tokens. */
  secret: Uint8Array
  kills: number
  /** The interval between two messages of a person. */
  everyMs: number
  /** How many messages a person sends while no server is up. */
  maxUnacknowledged?: number
  /** Starts another server on the same database and resolves when it serves. */
  next: () => Promise<RunningServer>
  /** Resolves when the server should be killed. */
  untilKill: (acknowledged: () => number) => Promise<void>
  onCleanup: OnCleanup
}

/** Kills and restarts the server, each time after a random part of its life, while everybody keeps sending. */
export async function chatThroughKills(talking: readonly Omit<ConnectedPerson, 'talker'>[], plan: KillPlan) {
  let server = await plan.next()
  const talkers: ConnectedPerson[] = talking.map((each) => ({ ...each, talker: startChatClient(each, () => server.host) }))
  plan.onCleanup(() => talkers.forEach(({ talker }) => talker.close()))
  keepTokensFresh(talkers, plan.secret, plan.onCleanup)
  const acknowledged = () => talkers.reduce((sum, { talker }) => sum + talker.acknowledged.size, 0)
  const stopSending = keepSending(talkers, plan.everyMs, plan)
  plan.onCleanup(() => void stopSending())
  const startedAt = performance.now()
  await until('the first message is acknowledged', () => acknowledged() > 0)

  /** From each kill until the first acknowledgement after it. */
  const backAfterMs: number[] = []
  for (let kill = 0; kill < plan.kills; kill += 1) {
    await plan.untilKill(acknowledged)
    const killedAt = performance.now()
    await server.end('SIGKILL')
    server = await plan.next()
    // Count from here on: until now acknowledgements of the killed server may still have arrived, and nobody has reached the new
    // one yet.
    const before = acknowledged()
    await until('the next server acknowledges a message', () => acknowledged() > before)
    backAfterMs.push(performance.now() - killedAt)
  }
  const talkedMs = performance.now() - startedAt
  const sentCount = stopSending()
  await waitUntilDelivered(talkers, sentCount)
  return { talkers, sentCount, backAfterMs, talkedMs, host: server.host, stop: () => server.end('SIGTERM') }
}

/** Waits until every message is acknowledged and everybody has received all messages of their channels, or the time is up. */
export async function waitUntilDelivered(talkers: readonly ConnectedPerson[], sentCount: number): Promise<void> {
  await until('every message is acknowledged', () => talkers.every(({ talker }) => talker.waiting() === 0))
  const channels = [...new Set(talkers.flatMap((each) => each.channels))]
  const receivedIn = (channel: number) =>
    talkers.filter((each) => each.channels.includes(channel)).map(({ talker }) => talker.hasHeard(channel))
  const receivedByAll = () => channels.reduce((sum, channel) => sum + Math.min(...receivedIn(channel)), 0)
  await until('everybody has received every message', () => receivedByAll() >= sentCount, 60_000).catch(() => null)
}
