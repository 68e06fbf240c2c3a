import { renewTalking, type Talking } from './chat-people.ts'
import { keepTalking, startTalker, type Talker } from './chat-talker.ts'
import { until } from './until.ts'

export type Served = { host: string; end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void> }
/** Who talks, up to which numbers they had read before, and the line they talk on. */
export type Talks = Talking & { readTo?: ReadonlyMap<number, number>; talker: Talker }

/** Well before a token runs out. */
const RENEW_EVERY_MS = 120_000
type AtEnd = (undo: () => void) => void

/** Gives everybody another token in time, for as long as it takes. */
export function keepRenewing(talkers: readonly Talks[], secret: Uint8Array, atEnd: AtEnd): void {
  const renew = async () => {
    const renewed = await renewTalking(talkers, secret)
    for (const [at, { token }] of renewed.entries()) talkers[at]?.talker.renew(token)
  }
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS)
  atEnd(() => clearInterval(timer))
}

export type KillPlan = {
  /** Of the servers, for tokens. */
  secret: Uint8Array
  kills: number
  /** Between two sayings of one person. */
  everyMs: number
  /** What one person goes on to say while nobody serves. */
  waitingMax?: number
  /** Another server on the same database, which serves by the time that it is answered. */
  next: () => Promise<Served>
  /** Passes while it serves; then it is killed. */
  untilKill: (acknowledged: () => number) => Promise<void>
  atEnd: AtEnd
}

/** Ends, starts anew and ends again, each time after a random moment of its life, while everybody talks on. */
export async function talkThroughKills(talking: readonly Omit<Talks, 'talker'>[], plan: KillPlan) {
  let server = await plan.next()
  const talkers: Talks[] = talking.map((each) => ({ ...each, talker: startTalker(each, () => server.host) }))
  plan.atEnd(() => talkers.forEach(({ talker }) => talker.close()))
  keepRenewing(talkers, plan.secret, plan.atEnd)
  const acknowledged = () => talkers.reduce((sum, { talker }) => sum + talker.acknowledged.size, 0)
  const stopTalking = keepTalking(talkers, plan.everyMs, plan)
  plan.atEnd(() => void stopTalking())
  const startedAt = performance.now()
  await until('the first message is acknowledged', () => acknowledged() > 0)

  /** From each kill until the first message after it was acknowledged. */
  const backAfterMs: number[] = []
  for (let kill = 0; kill < plan.kills; kill += 1) {
    await plan.untilKill(acknowledged)
    const killedAt = performance.now()
    await server.end('SIGKILL')
    server = await plan.next()
    // Only now: what the dead one said last may have been under way until here, and nobody has reached the new one.
    const before = acknowledged()
    await until('the next server acknowledges a message', () => acknowledged() > before)
    backAfterMs.push(performance.now() - killedAt)
  }
  const talkedMs = performance.now() - startedAt
  const said = stopTalking()
  await untilSettled(talkers, said)
  return { talkers, said, backAfterMs, talkedMs, host: server.host, stop: () => server.end('SIGTERM') }
}

/** Everything said is acknowledged, and everybody has heard what all have said in their channels; or has had the time for it. */
export async function untilSettled(talkers: readonly Talks[], said: number): Promise<void> {
  await until('everything said is acknowledged', () => talkers.every(({ talker }) => talker.waiting() === 0))
  const channels = [...new Set(talkers.flatMap((each) => each.channels))]
  const heardIn = (channel: number) =>
    talkers.filter((each) => each.channels.includes(channel)).map(({ talker }) => talker.hasHeard(channel))
  const heardByAll = () => channels.reduce((sum, channel) => sum + Math.min(...heardIn(channel)), 0)
  await until('everybody has heard everything', () => heardByAll() >= said, 60_000).catch(() => null)
}
