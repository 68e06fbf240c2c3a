import type { Env } from './env.ts'

/** Only PUBLIC_URL decides where links lead; without it there is one machine, and its own address serves. */
export function linkMaker({ publicOrigin, port }: Pick<Env, 'publicOrigin' | 'port'>): (path: `/${string}`) => string {
  const origin = publicOrigin ?? `http://localhost:${port}`
  return (path) => {
    const link = new URL(path, origin)
    if (link.origin !== origin) throw new Error(`${path} leads away from this product`)
    return link.href
  }
}
