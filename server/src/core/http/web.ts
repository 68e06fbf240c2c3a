import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export type WebApp = { dir: string; html: string }

/** Null if the web app has not been built, as in API tests. */
export function findWebApp(dir: string): WebApp | null {
  const index = resolve(dir, 'index.html')
  return existsSync(index) ? { dir, html: readFileSync(index, 'utf8') } : null
}

/** Serves built files with hashed names as immutable; every page path answers with the same page, which is revalidated. */
export async function serveWebApp(app: FastifyInstance, web: WebApp, { withDev }: { withDev: boolean }) {
  const noPage = withDev ? /^\/(api|ws|assets|media)(\/|$)/ : /^\/(api|ws|assets|media|dev)(\/|$)/
  await app.register(fastifyStatic, {
    root: web.dir,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', async (request, reply) => {
    // The path as sent, not parsed as a URL: // would be invalid.
    const pathname = decodeURIComponent(request.url.split('?', 1)[0] ?? '/')
    // A missing file must not be answered with a page, and neither must an unknown call or socket.
    if (noPage.test(pathname) || /\.[a-z0-9]{2,5}$/i.test(pathname)) return reply.callNotFound()
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(web.html)
  })
}
