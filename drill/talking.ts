import { openDatabase } from '../server/src/core/db/open.ts'
import { plantTalking, renewTalking, type Talking } from '../server/test/chat-people.ts'
import { startTalker } from '../server/test/chat-talker.ts'
import { keepRenewing, type Served, type Talks } from '../server/test/talk-through-kills.ts'
import { atEnd, ownFolder } from './belongings.ts'
import { addressIn, startDebian } from './engines.ts'
import { SECRET, type ServerProcess, type Settings, startServer } from './server-process.ts'

export const secret = new TextEncoder().encode(SECRET)

export type Place = { name: string; settings: Settings; url: string; first: ServerProcess }

/** A server of its own with the demo in it, on the database that we ship or on that of the system. */
export async function openPlace(name: 'embedded' | 'DATABASE_URL'): Promise<Place> {
  const settings: Settings = { DATA_DIR: ownFolder() }
  const outside = name === 'embedded' ? null : await startDebian()
  if (outside) settings['DATABASE_URL'] = outside.url
  const first = await startServer(settings)
  return { name, settings, first, url: outside?.url ?? (await addressIn(settings['DATA_DIR'] ?? '')).url }
}

export const hostOf = ({ url }: ServerProcess): string => new URL(url).host

export const asServed = (server: ServerProcess): Served => ({
  host: hostOf(server),
  async end(signal) {
    server.signal(signal)
    await server.exited
  },
})

export async function plantPeople(databaseUrl: string, plan: { groups: number; size: number }): Promise<Talking[]> {
  const { db, close } = openDatabase({ url: databaseUrl, log: () => {} })
  try {
    return await plantTalking(db, { ...plan, secret })
  } finally {
    await close()
  }
}

export function startTalkers(talking: readonly Talking[], hostNow: () => string): Talks[] {
  const talkers = talking.map((each) => ({ ...each, talker: startTalker(each, hostNow) }))
  atEnd(() => talkers.forEach(({ talker }) => talker.close()))
  keepRenewing(talkers, secret, atEnd)
  return talkers
}

export async function freshToken(person: Talking): Promise<string> {
  const [renewed] = await renewTalking([person], secret)
  return renewed?.token ?? person.token
}
