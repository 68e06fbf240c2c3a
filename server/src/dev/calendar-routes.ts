import { readFileSync } from 'node:fs'
import { CalendarProvider } from '@saathi/contract/calendar/entities'
import { Email } from '@saathi/contract/core/fields'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { RETURN_PATH } from '#calendar/public.ts'
import { coreRefusal } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import { consentPage } from './calendar-page.ts'
import { CALENDARS_BASE, type SimulatedCalendars } from './simulate-calendars.ts'
import type { SimulatedOAuth } from './calendar-oauth.ts'

const ProviderParams = z.object({ provider: CalendarProvider })
const Choice = z.union([z.strictObject({ cancel: z.string() }), z.strictObject({ email: z.string() })])
/** `down`: it does not answer until it is restored. `revoked`: as if everybody had revoked the permission there. */
const Fault = z.strictObject({ fault: z.nullable(z.enum(['down', 'revoked'])) })
const FORM_LIMIT = 4 * 1024
const names = { google: 'Google', outlook: 'Outlook', yahoo: 'Yahoo', apple: 'Apple' }

/** The sign-in pages of the simulated providers, and the content of their calendars. */
export async function calendarRoutes(app: FastifyInstance, { providers, down }: SimulatedCalendars) {
  const style = readFileSync(new URL('google-page.css', import.meta.url), 'utf8')
  app.get(`${CALENDARS_BASE}/page.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))

  app.get('/dev/calendars.json', async () => ({
    calendars: CalendarProvider.options.flatMap((provider) =>
      providers[provider].accounts().map((email) => ({
        provider,
        email,
        events: providers[provider]
          .events(email)
          .map(({ startsAt, endsAt, ...event }) => ({ ...event, starts_at: startsAt, ends_at: endsAt })),
      })),
    ),
  }))

  app.post(`${CALENDARS_BASE}/:provider/fault`, async (request) => {
    const { provider } = parse(ProviderParams, request.params)
    const { fault } = parse(Fault, request.body)
    const { oauth, accounts } = providers[provider]
    if (fault === 'down') down.add(provider)
    else down.delete(provider)
    if (fault === 'revoked') for (const email of accounts()) oauth?.end(email)
    return {}
  })

  app.get(`${CALENDARS_BASE}/:provider/auth`, async (request, reply) => {
    requireAuthorization(request)
    return show(request, reply, false)
  })

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.post(`${CALENDARS_BASE}/:provider/auth`, async (request, reply) => {
    const { oauth, query } = requireAuthorization(request)
    const choice = parse(Choice, request.body)
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if ('cancel' in choice) back.searchParams.set('error', 'access_denied')
    else {
      const email = Email.safeParse(choice.email)
      if (!email.success) return show(request, reply, true)
      back.searchParams.set('code', oauth.issueCode(query, email.data))
    }
    return reply.redirect(back.href, 303)
  })

  /** Returns only to a page of the requested server, or of a server on the same machine. */
  function requireAuthorization(request: FastifyRequest): { oauth: SimulatedOAuth; query: URLSearchParams } {
    const { oauth } = providers[parse(ProviderParams, request.params).provider]
    const query = new URL(request.url, 'http://localhost').searchParams
    const wrong = oauth ? oauth.wrongIn(query) : 'There is no such page'
    const back = URL.parse(query.get('redirect_uri') ?? '')
    const isOurs =
      back?.href === (back?.origin ?? '') + RETURN_PATH && (back.host === request.host || loopback.has(back.hostname))
    if (!oauth || wrong || !isOurs) throw coreRefusal('core.bad_input', { nonFieldErrors: [wrong ?? 'redirect_uri_mismatch'] })
    return { oauth, query }
  }

  function show(request: FastifyRequest, reply: FastifyReply, isWrongAddress: boolean) {
    const provider = names[parse(ProviderParams, request.params).provider]
    allowReturn(reply, new URL(request.url, 'http://localhost').searchParams.get('redirect_uri') ?? '')
    return reply
      .code(isWrongAddress ? 400 : 200)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(consentPage(textsFor(request), { provider, isWrongAddress }))
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Forms may only target our own pages, and this one ends at the product that opened it, which may have another origin. */
function allowReturn(reply: FastifyReply, returnTo: string) {
  const name = 'content-security-policy'
  const policy = String(reply.raw.getHeader(name) ?? reply.getHeader(name))
  reply.header(name, policy.replace("form-action 'self'", `form-action 'self' ${new URL(returnTo).origin}`))
}

function textsFor({ headers }: FastifyRequest) {
  const language = /^hi\b/i.test(headers['accept-language'] ?? '') ? 'hi' : 'en'
  return { language, t: findText(language) }
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value ?? {})
  if (!parsed.success) throw coreRefusal('core.bad_input')
  return parsed.data
}
