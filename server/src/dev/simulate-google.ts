import type { Google } from '#accounts/public.ts'
import { returnAddress, returnPath } from '#accounts/public.ts'
import { systemClock } from '#core/clock.ts'
import type { Env } from '#core/env.ts'
import { linkMaker } from '#core/link-to.ts'
import { buildProvider, CLIENT_ID, GOOGLE_BASE, type GoogleProvider } from './google-provider.ts'

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
