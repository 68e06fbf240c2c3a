/** A line to the server; what is said on it is the caller's. */
export function openSocket(path: `/ws/${string}/`): WebSocket {
  const url = new URL(path, location.origin)
  url.protocol = url.protocol.replace('http', 'ws')
  return new WebSocket(url)
}

/** Doubling up to half a minute, with jitter, so that a restarted server is not met by everyone at once. */
export const waitMs = (failed: number, random: number): number => Math.min(30_000, 500 * 2 ** failed) * (0.5 + random / 2)

/** What came on a line, as far as it can be read. */
export function readFrame(data: unknown): unknown {
  if (typeof data !== 'string') return undefined
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
