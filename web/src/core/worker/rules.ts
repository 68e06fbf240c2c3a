/** `leave`: the browser does with it what it would do without a worker. */
export type Treatment = 'page' | 'file' | 'picture' | 'leave'

export type Asked = { method: string; url: string; mode: string; headers: { has: (name: string) => boolean } }

/** As the server sees it: what is no page there must not be answered with one here. */
const isPage = (path: string): boolean => !/^\/(api|ws|assets|media|dev)(\/|$)/.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path)

/**
 * Only what is the same for everyone is ever kept: the page, the built files, the pictures of the programme by their hash.
 * Calls, sockets, people's files, and the previews of what they sent each other go by untouched.
 */
export function treatmentOf({ method, url, mode, headers }: Asked, origin: string): Treatment {
  const asked = new URL(url)
  if (method !== 'GET' || asked.origin !== origin) return 'leave'
  if (mode === 'navigate') return isPage(asked.pathname) ? 'page' : 'leave'
  // A part of a file is not the file, and what is asked for in somebody's name is theirs.
  if (headers.has('range') || headers.has('authorization')) return 'leave'
  if (/^\/assets\/[^/]+$/.test(asked.pathname)) return 'file'
  return /^\/media\/[^/]+$/.test(asked.pathname) ? 'picture' : 'leave'
}
