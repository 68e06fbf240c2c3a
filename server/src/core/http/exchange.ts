import type { FastifyReply, FastifyRequest } from 'fastify'

/** The parts of HTTP that a route may need: cookies, the caller's address, and headers for the reply. */
export type Exchange = {
  cookie: (name: string) => string | undefined
  /** The bearer token, for a public call that may carry one. */
  bearer: string | undefined
  /** Sent only after the transaction has committed, so that no cookie outlives a rolled-back sign-in. */
  setHeader: (name: string, value: string) => void
  ip: string
  userAgent: string
  acceptLanguage: string
  /** For refusals to someone without an account who has just chosen a language. */
  setLanguage: (language: string) => void
  origin: string | undefined
  host: string
}

export function openExchange(request: FastifyRequest): { exchange: Exchange; applyTo: (reply: FastifyReply) => void } {
  const pending: [string, string][] = []
  return {
    exchange: {
      cookie: (name) => readCookie(request.headers.cookie ?? '', name),
      bearer: /^Bearer ([\w.-]{1,8192})$/.exec(request.headers.authorization ?? '')?.[1],
      setHeader: (name, value) => pending.push([name, value]),
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      acceptLanguage: request.headers['accept-language'] ?? '',
      setLanguage: (language) => void (request.language = language),
      origin: request.headers.origin,
      host: request.host,
    },
    applyTo: (reply) => {
      for (const [name, value] of pending) reply.header(name, value)
    },
  }
}

function readCookie(header: string, cookieName: string): string | undefined {
  for (const pair of header.split(';')) {
    const [name, ...rest] = pair.split('=')
    if (name?.trim() === cookieName) return rest.join('=').trim()
  }
  return undefined
}
