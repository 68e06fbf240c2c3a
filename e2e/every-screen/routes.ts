import { readFileSync } from 'node:fs'

const web = new URL('../../web/src/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, web), 'utf8')

/** Every path of the route table, read from the source, since a page cannot list the others. */
export function routesOfRouter(): string[] {
  const domains = [...read('app/route-table.ts').matchAll(/from '#(\w+)\/routes\.tsx'/g)].map(([, domain]) => domain)
  return domains.flatMap((domain) => {
    const paths = [...read(`${domain}/routes.tsx`).matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path]) => path ?? '')
    if (paths.length === 0) throw new Error(`no path found in ${domain}/routes.tsx`)
    return paths
  })
}
