import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Env } from '../env.ts'

/** The page's own inline scripts are allowed by their hash; no other inline script is. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
}

export async function secureHeaders(app: FastifyInstance, env: Env, clock: Clock, scriptHashes: string[]) {
  const { scriptUrl } = env.helpCenter
  // An external widget loads what it needs from its own origin.
  const widget = scriptUrl ? [new URL(scriptUrl).origin] : []
  // With Jitsi configured, calls run in its frame, which its script inserts into the page.
  const calls = env.video.jitsi ? [env.video.jitsi.origin] : []
  const devices = ['self', ...calls.map((origin) => JSON.stringify(origin))].join(' ')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes, ...widget, ...calls],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...widget, ...(env.chat.gifs ? [env.chat.gifs.mediaOrigin] : [])],
        // Voice notes are played from memory.
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...widget],
        frameSrc: ['https://www.youtube-nocookie.com', ...widget, ...calls],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(env.isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: env.isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    // A sign-in popup must be able to answer the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header(
      'permissions-policy',
      `camera=(${devices}), microphone=(${devices}), display-capture=(${devices}), geolocation=(), payment=()`,
    )
    // Decoded, because a path may be percent-encoded.
    if (!decodeURIComponent(request.url.split('?', 1)[0] ?? '').startsWith('/api/')) return
    // Pages count days by the server's clock, not by the clock of the device.
    reply.header('date', clock.now().toUTCString())
    // Replies are personal: no cache in between may store them.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
  })
}
