import { randomInt } from 'node:crypto'
import { afterEach } from 'vitest'
import type { ChatPerson } from './chat-people.ts'
import { loadServer } from './several-servers.ts'
import { chatThroughKills } from './chat-through-kills.ts'
import { until } from './until.ts'

const PRELOADED = 2
const SAATHI_SECRET = 'a secret of the test that kills its servers'
const secret = new TextEncoder().encode(SAATHI_SECRET)

/** The sizes of the conversations that `plantTalking` creates. */
export const chatPlan = { groups: 5, size: 4, secret }
/** Fifteen kills take minutes, most of it waiting. */
export const KILL_TEST_TIMEOUT_MS = 1_200_000

/** Registers cleanup to run after each test, in reverse order. */
export function cleanUpAfterEach() {
  const cleanups: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (let cleanUp = cleanups.pop(); cleanUp; cleanUp = cleanups.pop()) await cleanUp()
  })
  return (cleanUp: () => Promise<void> | void): void => void cleanups.push(cleanUp)
}
type OnCleanup = ReturnType<typeof cleanUpAfterEach>

/** Keeps servers preloaded, so that one is available most of the time. */
function servers(settings: Record<string, string>, onCleanup: OnCleanup) {
  const load = () => {
    const loaded = loadServer({ SAATHI_SECRET, ...settings })
    onCleanup(() => loaded.end('SIGKILL'))
    return loaded
  }
  const preloaded = Array.from({ length: PRELOADED }, load)
  return async () => {
    const loaded = preloaded.shift() ?? load()
    preloaded.push(load())
    const { port, end } = await loaded.start()
    return { host: `127.0.0.1:${port}`, end }
  }
}

/** Waits for a random number of acknowledgements, so that the kill hits a server under load at a random point. */
async function untilKill(acknowledged: () => number) {
  const target = acknowledged() + randomInt(1, 120)
  await until('more messages are acknowledged', () => acknowledged() >= target)
}

/** Chats on servers that are killed this many times. */
export const chatWhileKilled = (
  kills: number,
  talking: readonly ChatPerson[],
  settings: Record<string, string>,
  onCleanup: OnCleanup,
) =>
  chatThroughKills(talking, {
    kills,
    secret,
    everyMs: 100,
    next: servers(settings, onCleanup),
    untilKill,
    onCleanup,
  })

export const countsWithoutFaults = (sentCount: number) => ({
  stored: sentCount,
  lost: 0,
  doubled: 0,
  inversions: 0,
  disagreements: 0,
  strange: 0,
})
