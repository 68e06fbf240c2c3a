/** `leave`: the worker does not handle the request. */
export type Treatment = 'page' | 'file' | 'picture' | 'leave'

export type RequestLike = { method: string; url: string; mode: string; headers: { has: (name: string) => boolean } }

/** Same rule as on the server: only paths that are pages there may be answered with the page. */
const isPage = (path: string): boolean => !/^\/(api|ws|assets|media|dev)(\/|$)/.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path)

/**
 * Caches only shared content: the page, built files, and programme pictures by hash. API calls, sockets, personal files and link
 * previews are left alone.
 */
export function treatmentOf({ method, url, mode, headers }: RequestLike, origin: string): Treatment {
  const target = new URL(url)
  if (method !== 'GET' || target.origin !== origin) return 'leave'
  if (mode === 'navigate') return isPage(target.pathname) ? 'page' : 'leave'
  // A range is not the whole file, and an authorized request is personal.
  if (headers.has('range') || headers.has('authorization')) return 'leave'
  if (/^\/assets\/[^/]+$/.test(target.pathname)) return 'file'
  return /^\/media\/[^/]+$/.test(target.pathname) ? 'picture' : 'leave'
}
