import { openDatabase } from '../server/src/core/db/open.ts'
import { plantChatGroups, renewTokens, type ChatPerson } from '../server/test/chat-people.ts'
import { startChatClient } from '../server/test/chat-client.ts'
import { keepTokensFresh, type RunningServer, type ConnectedPerson } from '../server/test/chat-through-kills.ts'
import { onCleanup, makeTempFolder } from './cleanup.ts'
import { embeddedAddress, startSystemPostgres } from './engines.ts'
import { SECRET, type ServerProcess, type Settings, startServer } from './server-process.ts'

export const secret = new TextEncoder().encode(SECRET)

export type ChatServer = { name: string; settings: Settings; url: string; first: ServerProcess }

/** A server with the demo data, on the bundled database or on the system's. */
export async function startChatServer(name: 'embedded' | 'DATABASE_URL'): Promise<ChatServer> {
  const settings: Settings = { DATA_DIR: makeTempFolder() }
  const external = name === 'embedded' ? null : await startSystemPostgres()
  if (external) settings['DATABASE_URL'] = external.url
  const first = await startServer(settings)
  return { name, settings, first, url: external?.url ?? (await embeddedAddress(settings['DATA_DIR'] ?? '')).url }
}

export const hostOf = ({ url }: ServerProcess): string => new URL(url).host

export const asRunningServer = (server: ServerProcess): RunningServer => ({
  host: hostOf(server),
  async end(signal) {
    server.signal(signal)
    await server.exited
  },
})

export async function plantChatPeople(databaseUrl: string, plan: { groups: number; size: number }): Promise<ChatPerson[]> {
  const { db, close } = openDatabase({ url: databaseUrl, log: () => {} })
  try {
    return await plantChatGroups(db, { ...plan, secret })
  } finally {
    await close()
  }
}

export function startChatClients(talking: readonly ChatPerson[], hostNow: () => string): ConnectedPerson[] {
  const talkers = talking.map((each) => ({ ...each, talker: startChatClient(each, hostNow) }))
  onCleanup(() => talkers.forEach(({ talker }) => talker.close()))
  keepTokensFresh(talkers, secret, onCleanup)
  return talkers
}

export async function freshToken(person: ChatPerson): Promise<string> {
  const [renewed] = await renewTokens([person], secret)
  return renewed?.token ?? person.token
}
