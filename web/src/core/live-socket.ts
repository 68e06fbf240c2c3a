/** Opens a WebSocket to the server; the caller defines the messages. */
export function openSocket(path: `/ws/${string}/`): WebSocket {
  const url = new URL(path, location.origin)
  url.protocol = url.protocol.replace('http', 'ws')
  return new WebSocket(url)
}

/** Exponential backoff up to 30 seconds, with jitter so that clients do not all reconnect to a restarted server at once. */
export const waitMs = (failed: number, random: number): number => Math.min(30_000, 500 * 2 ** failed) * (0.5 + random / 2)

/** Parses a frame; undefined if it is not JSON. */
export function readFrame(data: unknown): unknown {
  if (typeof data !== 'string') return undefined
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
