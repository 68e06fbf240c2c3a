import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { coreRefusal } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import { answeringBy } from './google-answer.ts'
import { chooseGooglePerson, listGooglePeople } from './google-people.ts'
import { choosePage, expiredPage } from './google-page.ts'
import type { SimulatedGoogle } from './simulate-google.ts'
import { GOOGLE_BASE, type GoogleProvider } from './google-provider.ts'

/** The parameters in Google's documentation; Google would not understand others. */
const documented = new Set(
  [
    'client_id nonce response_type redirect_uri scope state prompt login_hint hd display',
    'access_type include_granted_scopes enable_granular_consent',
  ].flatMap((names) => names.split(' ')),
)
const Choice = z.union([
  z.strictObject({ cancel: z.string() }),
  z.strictObject({ email: z.string().check(z.maxLength(320)), name: z.optional(z.string().check(z.maxLength(120))) }),
])
const FORM_LIMIT = 4 * 1024

/** The pages of the simulated Google. */
export async function googleRoutes(app: FastifyInstance, { provided }: SimulatedGoogle) {
  const style = readFileSync(new URL('google-page.css', import.meta.url), 'utf8')
  let answering: Promise<ReturnType<typeof answeringBy>> | undefined
  const byProvider = async (request: FastifyRequest, reply: FastifyReply) => {
    answering ??= provided().then(({ provider }) => answeringBy(provider))
    return (await answering)(request, reply)
  }

  app.get(`${GOOGLE_BASE}/auth`, async (request, reply) => {
    const unknown = Object.keys(z.record(z.string(), z.unknown()).parse(request.query)).filter((name) => !documented.has(name))
    if (unknown.length > 0)
      throw coreRefusal('core.bad_input', { nonFieldErrors: [`Google does not document ${unknown.join(', ')}`] })
    return byProvider(request, reply)
  })
  app.get(`${GOOGLE_BASE}/auth/:uid`, byProvider)
  app.get(`${GOOGLE_BASE}/jwks`, byProvider)
  app.get(`${GOOGLE_BASE}/page.css`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))

  app.get(`${GOOGLE_BASE}/choose/:uid`, async (request, reply) => {
    const returnTo = await openChoice(await provided(), request, reply)
    return returnTo ? show(request, reply, returnTo) : sendPage(reply, 404, expiredPage(textsFor(request)))
  })

  // The only form that a browser submits by itself; this format is parsed nowhere else.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.post(`${GOOGLE_BASE}/choose/:uid`, async (request, reply) => {
    const { provider, addPerson } = await provided()
    const returnTo = await openChoice({ provider }, request, reply)
    if (!returnTo) return sendPage(reply, 404, expiredPage(textsFor(request)))
    const choice = Choice.safeParse(request.body)
    if (!choice.success) throw coreRefusal('core.bad_input')
    const finish = async (result: Parameters<typeof provider.interactionResult>[2]) => {
      const { pathname } = new URL(await provider.interactionResult(request.raw, reply.raw, result))
      return reply.redirect(pathname, 303)
    }
    if ('cancel' in choice.data) return finish({ error: 'access_denied' })
    const person = await chooseGooglePerson(app.world.db, choice.data)
    if (!person) return show(request, reply, returnTo, true)
    addPerson(person)
    return finish({ login: { accountId: person.subject, remember: false }, select_account: {} })
  })

  async function show(request: FastifyRequest, reply: FastifyReply, returnTo: string, isWrongAddress = false) {
    const people = await listGooglePeople(app.world.db)
    allowReturn(reply, returnTo)
    return sendPage(reply, isWrongAddress ? 400 : 200, choosePage(textsFor(request), people, isWrongAddress))
  }
}

/** The return URL of this window; null if it was open for too long or not opened by us. */
async function openChoice({ provider }: Pick<GoogleProvider, 'provider'>, { raw }: FastifyRequest, reply: FastifyReply) {
  const interaction = await provider.interactionDetails(raw, reply.raw).catch(() => null)
  return interaction && z.string().parse(interaction.params['redirect_uri'])
}

/** Forms may only target our own pages, and this one ends at the product that opened it, which may have another origin. */
function allowReturn(reply: FastifyReply, returnTo: string) {
  const name = 'content-security-policy'
  const policy = String(reply.raw.getHeader(name) ?? reply.getHeader(name))
  reply.header(name, policy.replace("form-action 'self'", `form-action 'self' ${new URL(returnTo).origin}`))
}

const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)

/** Google uses the language of the browser, not ours. */
function textsFor({ headers }: FastifyRequest) {
  const language = /^hi\b/i.test(headers['accept-language'] ?? '') ? 'hi' : 'en'
  return { language, t: findText(language) }
}
