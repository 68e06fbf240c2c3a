import { setMaxListeners } from 'node:events'
import { request } from 'undici'
import { checkedAgent } from './checked-agent.ts'
import { rejectOnAbort, requirePublic } from './fetch-guarded.ts'
import { OutgoingFailure, type Outgoing } from './outgoing.ts'
import { readTarget } from './outgoing-url.ts'

const TOTAL_MS = 10_000

export type Post = { headers: Record<string, string>; body: Buffer }

/**
 * Posts to a URL from a user, over TLS only and without following redirects. Only the status of the reply is read, so that nobody
 * can probe internal services through us.
 */
export async function postGuarded(outgoing: Outgoing, address: string, { headers, body }: Post): Promise<number> {
  const target = readTarget(address)
  if (target?.url.protocol !== 'https:') throw new OutgoingFailure('url')
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  const timer = setTimeout(() => ending.abort(new OutgoingFailure('time')), TOTAL_MS)

  async function post(): Promise<number> {
    if (!target) throw new OutgoingFailure('url')
    const addresses = await requirePublic(outgoing, target, ending.signal)
    const agent = checkedAgent(outgoing, target.host, target.isAddress, addresses)
    try {
      const answer = await request(target.url, { method: 'POST', dispatcher: agent, signal: ending.signal, headers, body })
      answer.body.on('error', () => {})
      return answer.statusCode
    } finally {
      await agent.destroy()
    }
  }

  try {
    return await Promise.race([post(), rejectOnAbort(ending.signal)])
  } catch (error) {
    if (error instanceof OutgoingFailure) throw error
    throw new OutgoingFailure(ending.signal.aborted ? 'time' : 'unreachable', { cause: error })
  } finally {
    clearTimeout(timer)
    ending.abort()
  }
}
