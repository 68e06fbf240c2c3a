import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import type { GoogleSettings } from '#core/env.ts'

const KID = 'key-1'
/** Undefined claims are left out. */
export type Claims = Readonly<Record<string, unknown>>

/** Publishes Google's keys on this machine and signs tokens with them. */
export async function startGoogleStandIn() {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const publicJwk = { ...(await exportJWK(keys.publicKey)), kid: KID, alg: 'RS256', use: 'sig' }
  const publish = (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [publicJwk] }))
  let visits = 0
  let answer: (response: ServerResponse) => void = publish
  const listener = createServer((_request, response) => {
    visits += 1
    answer(response)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const settings: GoogleSettings = {
    clientId: 'saathi.apps.google.example',
    issuers: [origin],
    keysUrl: `${origin}/certs`,
    authorizationUrl: `${origin}/auth`,
  }

  return {
    settings,
    origin,
    publicJwk,
    publicKey: keys.publicKey,
    privateJwk: await exportJWK(keys.privateKey),
    visits: () => visits,
    answerWith(handle: (response: ServerResponse) => void) {
      answer = handle
    },
    answerAgain() {
      answer = publish
    },
    claimsOf: (changes: Claims = {}) => claimsFor(settings, changes),
    sign: (claims: Claims, header: Partial<JWTHeaderParameters> = {}, key: Parameters<SignJWT['sign']>[0] = keys.privateKey) =>
      new SignJWT(JSON.parse(JSON.stringify(claims))).setProtectedHeader({ alg: 'RS256', kid: KID, ...header }).sign(key),
    stop: () =>
      new Promise<void>((resolve) => {
        listener.close(() => resolve())
        listener.closeAllConnections()
      }),
  }
}
export type GoogleStandIn = Awaited<ReturnType<typeof startGoogleStandIn>>

/** The claims that Google documents for the requested scopes. */
function claimsFor({ issuers, clientId }: GoogleSettings, changes: Claims): Claims {
  const now = Math.floor(Date.now() / 1000)
  const email = `${crypto.randomUUID()}@gmail.example`
  return {
    iss: issuers[0] ?? '',
    azp: clientId,
    aud: clientId,
    sub: crypto.randomUUID(),
    email,
    email_verified: true,
    nonce: crypto.randomUUID(),
    name: 'Meenakshi Iyer',
    given_name: 'Meenakshi',
    family_name: 'Iyer',
    iat: now,
    exp: now + 3600,
    ...changes,
  }
}
