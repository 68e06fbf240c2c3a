import { randomInt } from 'node:crypto'
import { afterEach } from 'vitest'
import type { Talking } from './chat-people.ts'
import { loadServer } from './several-servers.ts'
import { talkThroughKills } from './talk-through-kills.ts'
import { until } from './until.ts'

const STANDING_BY = 2
const SAATHI_SECRET = 'a secret of the test that kills its servers'
const secret = new TextEncoder().encode(SAATHI_SECRET)

/** For `plantTalking`. */
export const talkPlan = { groups: 5, size: 4, secret }
/** Fifteen kills take minutes, nearly all of them waiting. */
export const KILLS_MAY_TAKE_MS = 1_200_000

/** What is undone after each test, the last first. */
export function undoing() {
  const undo: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step()
  })
  return (step: () => Promise<void> | void): void => void undo.push(step)
}
type AtEnd = ReturnType<typeof undoing>

/** The next ones have read their code by the time that they are needed, so that most of the time somebody serves. */
function servers(settings: Record<string, string>, atEnd: AtEnd) {
  const load = () => {
    const loaded = loadServer({ SAATHI_SECRET, ...settings })
    atEnd(() => loaded.end('SIGKILL'))
    return loaded
  }
  const standingBy = Array.from({ length: STANDING_BY }, load)
  return async () => {
    const loaded = standingBy.shift() ?? load()
    standingBy.push(load())
    const { port, end } = await loaded.start()
    return { host: `127.0.0.1:${port}`, end }
  }
}

/** Under load, and not while it is only starting: then a few more at random, so that it is hit in the middle of anything. */
async function untilKill(acknowledged: () => number) {
  const wanted = acknowledged() + randomInt(1, 120)
  await until('so many more are acknowledged', () => acknowledged() >= wanted)
}

/** On servers that are killed so many times while everybody talks. */
export const talkWhileKilled = (kills: number, talking: readonly Talking[], settings: Record<string, string>, atEnd: AtEnd) =>
  talkThroughKills(talking, {
    kills,
    secret,
    everyMs: 100,
    next: servers(settings, atEnd),
    untilKill,
    atEnd,
  })

export const asPromised = (said: number) => ({ stored: said, lost: 0, doubled: 0, inversions: 0, disagreements: 0, strange: 0 })
