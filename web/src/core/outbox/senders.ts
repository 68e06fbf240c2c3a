import { outdatedError } from './error-kind.ts'
import type { Sender } from './kind.ts'

type LoadSenders = () => Promise<readonly Sender[]>
const loads = new Map<string, LoadSenders>()

/** Domains register their senders here; the scripts are loaded when an entry is waiting. */
export function addSenders(domain: string, load: LoadSenders): void {
  loads.set(domain, load)
}

/** Rejects if the script fails to load. An entry of an unknown kind was written by another build. */
export async function senderOf(kind: string): Promise<Sender> {
  const [domain = ''] = kind.split('.')
  const senders = (await loads.get(domain)?.()) ?? []
  const sender = senders.find(({ name }) => name === kind)
  if (!sender) throw outdatedError()
  return sender
}
