import type { Env } from './env.ts'

/** Only PUBLIC_URL decides the origin of links; without it, this machine's own address is used. */
export function linkMaker({ publicOrigin, port }: Pick<Env, 'publicOrigin' | 'port'>): (path: `/${string}`) => string {
  const origin = publicOrigin ?? `http://localhost:${port}`
  return (path) => {
    const link = new URL(path, origin)
    if (link.origin !== origin) throw new Error(`${path} points outside this product`)
    return link.href
  }
}
