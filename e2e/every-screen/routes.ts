import { readFileSync } from 'node:fs'

const web = new URL('../../web/src/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, web), 'utf8')

/** Every address of the router's table, read where the rooms write them down: a page cannot tell which others there are. */
export function routesOfRouter(): string[] {
  const rooms = [...read('core/router/route-table.ts').matchAll(/from '#(\w+)\/routes\.tsx'/g)].map(([, room]) => room)
  return rooms.flatMap((room) => {
    const paths = [...read(`${room}/routes.tsx`).matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path]) => path ?? '')
    if (paths.length === 0) throw new Error(`no address was found in ${room}/routes.tsx`)
    return paths
  })
}
