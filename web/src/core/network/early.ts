/** What the script in index.html has asked for while the first script was still loading. */
type EarlyReplies = {
  /** When, by `performance.now()`. */
  sentAt: number
  renewal: Promise<EarlyReply> | null
  /** The GET calls of the page by URL, all with this token. */
  reads: Map<string, Promise<{ reply: EarlyReply; accessToken: string }>>
}
type EarlyReply = { status: number; ok: boolean; text: string; date: string | null }

declare global {
  // A global of index.html, which has no module.
  var saathiEarly: EarlyReplies | undefined
}

/** Later the data would be old: this is only for the first page. */
const usableMs = 20_000

/** Each reply is used once. Null if this was not requested early, or failed: the caller then sends the request as usual. */
export async function takeEarlyReply(url: URL, { method, headers }: { method: string; headers: Headers }) {
  const early = globalThis.saathiEarly
  if (!early || performance.now() - early.sentAt > usableMs) return null
  if (method === 'POST' && url.pathname === '/api/v2/identity/refresh/') {
    const { renewal } = early
    early.renewal = null
    return (await renewal?.catch(() => null)) ?? null
  }
  const key = `${url.pathname}${url.search}`
  const read = method === 'GET' ? early.reads.get(key) : undefined
  early.reads.delete(key)
  const found = await read?.catch(() => null)
  // Another tab may have signed in someone else since.
  const sent = headers.get('authorization')
  return found && (sent === null || sent === `Bearer ${found.accessToken}`) ? found.reply : null
}
