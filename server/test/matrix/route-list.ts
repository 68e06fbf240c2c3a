import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { everyCall } from '@saathi/contract/every-call'
import type { FastifyInstance } from 'fastify'

export type RegisteredRoute = { method: string; url: string }

const CHANNEL = 'fastify.initialization'

/** Builds a server and records every route that is registered. */
export async function collectRoutes<T>(build: () => Promise<T>): Promise<{ built: T; routes: RegisteredRoute[] }> {
  const routes: RegisteredRoute[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push({ method: each, url })
    })
  }
  subscribe(CHANNEL, listen)
  try {
    return { built: await build(), routes }
  } finally {
    unsubscribe(CHANNEL, listen)
  }
}

/** Routes outside the contract, with the reason. A route in neither place fails the test. */
export const routesOutsideContract: Readonly<Record<string, string>> = {
  'GET /api/openapi.json': 'the contract itself, described for other programs',
  'GET /api/v2/files/:token/': 'bytes, by a signed link that a browser opens without a token',
  'GET /api/v2/mentorships/calendar-feed/:token/': 'a calendar file, by a private address that another program reads',
  'GET /media/:hash': 'pictures of a programme, the same for everybody',
  'GET /media/gifs/:name': 'the GIFs that are shipped, the same for everybody',
  'GET /media/previews/:hash': 'a small copy of a public picture, at an unguessable address',
  'GET /media/recordings/:hash': 'recordings of a programme, the same for everybody',
  'GET /ws/chat/': 'the chat socket; its frames are in the contract',
  'GET /ws/live/': 'the live socket; its frames are in the contract',
  'GET /ws/video/': 'the call socket; its frames are in the contract',
}

/** Development and demo only. */
const isDevRoute = (url: string) => url.startsWith('/dev/')

export function unknownRoutes(routes: readonly RegisteredRoute[], served: { dev: boolean; built: readonly string[] }): string[] {
  const known = new Set([...everyCall.map(({ method, path }) => `${method} ${path}`), ...Object.keys(routesOutsideContract)])
  return routes.flatMap(({ method, url }) => {
    // Every GET route also answers HEAD.
    const key = `${method === 'HEAD' ? 'GET' : method} ${url}`
    const isBuilt = key.startsWith('GET ') && served.built.includes(url)
    return known.has(key) || isBuilt || (served.dev && isDevRoute(url)) ? [] : [key]
  })
}
