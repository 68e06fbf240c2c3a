import { MINUTE_SECONDS } from '@saathi/contract/core/time'
import { createLocalJWKSet, exportJWK, generateKeyPair } from 'jose'
import { createHmac } from 'node:crypto'
import type { ClientMetadata, Configuration, Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import { type Google, returnAddress, returnPath } from '#accounts/public.ts'
import { systemClock } from '#core/clock.ts'
import type { Env } from '#core/env.ts'
import { linkMaker } from '#core/link-to.ts'
import type { GooglePerson } from './google-people.ts'

const CLIENT_ID = 'saathi-demo'
export const GOOGLE_BASE = '/dev/google'
const MAX_KNOWN = 200

export type GoogleProvider = Awaited<ReturnType<typeof buildProvider>>

/** A real OpenID provider with one client: us. Its key and its data end with the process. */
async function buildProvider(env: Pick<Env, 'secret' | 'trustedProxy'>, issuer: string, returnPath: string) {
  // Imported on first use, because it is slow to load and not needed in production.
  const { Provider, interactionPolicy } = await import('oidc-provider')
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const keyParameters = { kid: 'demo', alg: 'RS256', use: 'sig' }
  const people = new Map<string, GooglePerson>()
  const { Check, Prompt } = interactionPolicy
  const noneChosen = new Check('nobody_chosen', 'Somebody has to be chosen.', ({ oidc }) => oidc.result?.login === undefined)

  const configuration: Configuration = {
    adapter: memoryAdapter(),
    clients: [client],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), ...keyParameters }] },
    responseTypes: ['id_token'],
    scopes: ['openid'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    cookies: {
      keys: [createHmac('sha256', env.secret).update('dev.google').digest('base64url')],
      long: { path: GOOGLE_BASE },
    },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    routes: { authorization: `${GOOGLE_BASE}/auth`, jwks: `${GOOGLE_BASE}/jwks` },
    interactions: {
      policy: [new Prompt({ name: 'select_account', requestable: true }, noneChosen)],
      url: (_ctx, { uid }) => `${GOOGLE_BASE}/choose/${uid}`,
    },
    findAccount: (_ctx, subject) => accountOf(people.get(subject)),
    // Choosing an account here implies consent; Google would ask once.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: CLIENT_ID, accountId: oidc.account?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: {
      IdToken: 60 * MINUTE_SECONDS,
      Interaction: 10 * MINUTE_SECONDS,
      Session: 10 * MINUTE_SECONDS,
      Grant: 10 * MINUTE_SECONDS,
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'text/plain'
      ctx.body = `${error}: ${description ?? ''}`
    },
  }
  const provider = new Provider(issuer, configuration)
  provider.proxy = env.trustedProxy !== false
  provider.Client.prototype.redirectUriAllowed = (uri) => isOurReturn(uri, returnPath, Provider.ctx?.host)

  return {
    provider,
    publicKeys: createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), ...keyParameters }] }),
    /** Only known people can sign in. */
    addPerson(person: GooglePerson) {
      if (people.size >= MAX_KNOWN) people.clear()
      people.set(person.subject, person)
    },
  }
}

const client: ClientMetadata = {
  client_id: CLIENT_ID,
  // A placeholder: a demo does not know its own address, so isOurReturn checks the address.
  redirect_uris: ['https://saathi.example/'],
  response_types: ['id_token'],
  grant_types: ['implicit'],
  token_endpoint_auth_method: 'none',
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The return page of the requested server, or of a server on the same machine. */
function isOurReturn(uri: string, returnPath: string, ownHost: string | undefined): boolean {
  if (!URL.canParse(uri)) return false
  const { host, hostname, origin } = new URL(uri)
  return uri === origin + returnPath && (host === ownHost || loopback.has(hostname))
}

function accountOf(person: GooglePerson | undefined) {
  if (!person) return undefined
  const { subject, email, firstName, lastName } = person
  const claims = {
    sub: subject,
    email,
    email_verified: true,
    name: `${firstName} ${lastName}`.trim(),
    given_name: firstName,
    family_name: lastName,
  }
  return { accountId: subject, claims: () => claims }
}

const MAX_STORED = 200
/** Only interactions must survive from one request to the next. */
const storedModel = 'Interaction'

/**
 * In-memory storage of the provider, for the newest few entries. Sessions are never returned, so that each popup asks for the
 * account, as on a shared phone.
 */
function memoryAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>()
  const nothing = async () => undefined
  return (model): Adapter => ({
    async upsert(id, payload) {
      if (model !== storedModel) return
      stored.delete(id)
      stored.set(id, payload)
      for (const oldest of [...stored.keys()].slice(0, Math.max(0, stored.size - MAX_STORED))) stored.delete(oldest)
    },
    find: async (id) => (model === storedModel ? stored.get(id) : undefined),
    async destroy(id) {
      if (model === storedModel) stored.delete(id)
    },
    findByUid: nothing,
    findByUserCode: nothing,
    consume: nothing,
    revokeByGrantId: nothing,
  })
}

export type SimulatedGoogle = { google: Google; provided: () => Promise<GoogleProvider> }

/** Simulates Google in development, demo and tests, offline. */
export function simulateGoogle(env: Env): SimulatedGoogle {
  if (env.mode === 'production') throw new Error('Google cannot be simulated in production')
  const issuer = linkMaker(env)(GOOGLE_BASE)
  let built: Promise<GoogleProvider> | undefined
  const provided = () => (built ??= buildProvider(env, issuer, returnPath))
  return {
    provided,
    google: {
      clientId: CLIENT_ID,
      issuers: [issuer],
      authorizationUrl: `${GOOGLE_BASE}/auth`,
      redirectUri: returnAddress(env),
      findKey: async (header, token) => (await provided()).publicKeys(header, token),
      clock: systemClock,
    },
  }
}
