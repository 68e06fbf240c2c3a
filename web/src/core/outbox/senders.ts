import { outdated } from './error-kind.ts'
import type { Sender } from './kind.ts'

type Load = () => Promise<readonly Sender[]>
const loads = new Map<string, Load>()

/** Rooms say how their things are sent; their scripts come when something of theirs waits. */
export function addSenders(room: string, load: Load): void {
  loads.set(room, load)
}

/** Rejects where the script does not come. What no room of this build knows was left by another one. */
export async function senderOf(kind: string): Promise<Sender> {
  const [room = ''] = kind.split('.')
  const senders = (await loads.get(room)?.()) ?? []
  const sender = senders.find(({ name }) => name === kind)
  if (!sender) throw outdated()
  return sender
}
