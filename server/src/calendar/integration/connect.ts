import type { connectCalendar } from '@saathi/contract/calendar/integration-calls'
import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { CallParsed } from '@saathi/contract/core/call'
import type { Db } from '#core/ctx.ts'
import { badField, badInput, conflict, fieldPhrase, Refusal } from '#core/errors.ts'
import { openAccess } from './access.ts'
import type { Secret } from './secret.ts'
import { findIntegrationOf, findCalendarUrl } from './store.ts'
import { finishAttempt, providerOff, requireClient } from './oauth.ts'
import type { OAuthClient, OAuthProvider } from '../providers/oauth-client.ts'
import { ProviderFailure } from '../providers/provider.ts'
import type { CalendarEngine } from '../providers/engine.ts'

export type ConnectBody = CallParsed<typeof connectCalendar>['body']
/** A calendar that granted access, with its credentials. */
export type GrantedAccess = {
  provider: CalendarProvider
  email: string
  secret: Secret
  expiresAt: Date | null
  calendarUrl: string | null
  /** We redeemed a code for it: if the connection fails, we must revoke the token. */
  isRedeemed: boolean
}
/** The person, their browser, and the redirect URI. */
export type Caller = { personId: number; now: Date; browser: string | null; redirectUri: string }

const RETRY_SECONDS = 30
/** The total time for provider requests while the person waits. */
const CONNECT_WITHIN_MS = 8_000
const required = (field: string) => badField(field, 'required')

export const oneAtATime = () => conflict('calendar.one_at_a_time')

/**
 * Contacts the provider, so it runs before the transaction. A refusal leaves nothing behind except a used-up connection attempt.
 */
export async function obtainAccess(db: Db, engine: CalendarEngine, body: ConnectBody, caller: Caller): Promise<GrantedAccess> {
  const { provider } = body
  if (!engine.offered.includes(provider)) throw providerOff()
  const connected = await findIntegrationOf(db, caller.personId)
  if (connected && connected.state !== 'revoked') throw oneAtATime()
  if (provider === 'apple') return obtainByPassword(db, engine, body, caller)
  if (body.code !== undefined && body.accessToken !== undefined) throw badField('access_token', 'one_of_two')
  if (body.code !== undefined) return obtainByCode(db, engine, { ...body, provider, code: body.code }, caller)
  if (body.accessToken !== undefined) return obtainByToken({ ...body, provider, accessToken: body.accessToken })
  throw required('code')
}

type WithCode = ConnectBody & { provider: OAuthProvider; code: string }

async function obtainByCode(db: Db, engine: CalendarEngine, body: WithCode, caller: Caller): Promise<GrantedAccess> {
  const { provider, code, state } = body
  const { now, browser, redirectUri } = caller
  const client = requireClient(engine, provider)
  const verifier = await finishAttempt(db, now, engine, { provider, state, browser })
  const tokens = await client.redeem({ code, verifier, redirectUri }).catch((error: unknown) => {
    throw refusalOf(error, 'code')
  })
  const { accessToken, refreshToken, expiresInSeconds } = tokens
  const email = tokens.email ?? body.email
  if (!email) {
    await revokeUnused(client, refreshToken ?? accessToken)
    throw required('email')
  }
  return {
    provider,
    email,
    secret: { accessToken, refreshToken },
    expiresAt: expiresInSeconds === null ? null : new Date(now.getTime() + expiresInSeconds * 1000),
    calendarUrl: null,
    isRedeemed: true,
  }
}

/** Tried only once: the person can also revoke it at the provider. */
async function revokeUnused(client: OAuthClient, token: string): Promise<void> {
  try {
    await client.revoke(token)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
  }
}

type WithToken = ConnectBody & { provider: OAuthProvider; accessToken: string }

/**
 * Redeemed elsewhere. The email is not verified: it is only shown to the person, and the provider decides what the token opens.
 */
function obtainByToken({ provider, email, accessToken, refreshToken, expiresAt }: WithToken): GrantedAccess {
  if (!email) throw required('email')
  return {
    provider,
    email,
    secret: { accessToken, refreshToken: refreshToken ?? null },
    expiresAt: expiresAt ? new Date(expiresAt) : null,
    calendarUrl: null,
    isRedeemed: false,
  }
}

/** Verify the password immediately instead of failing silently later. */
async function obtainByPassword(db: Db, engine: CalendarEngine, body: ConnectBody, caller: Caller): Promise<GrantedAccess> {
  const { personId, now } = caller
  const { provider, email, appPassword } = body
  if (!email) throw required('email')
  if (appPassword === undefined) throw required('app_password')
  const secret = { password: appPassword }
  const access = openAccess({ secret, email, client: null, keep: async () => {} })
  // Keep using the previous calendar while it exists.
  let calendarUrl = await findCalendarUrl(db, { personId, provider, email })
  const verifyWithin = AbortSignal.timeout(CONNECT_WITHIN_MS)
  const storeCalendarUrl = async (found: string) => {
    calendarUrl = found
  }
  await engine.open(provider, access, { calendarUrl, storeCalendarUrl, verifyWithin, now: () => now }).catch((error: unknown) => {
    throw refusalOf(error, 'app_password')
  })
  return { provider, email, secret, expiresAt: null, calendarUrl, isRedeemed: false }
}

function refusalOf(error: unknown, field: string): unknown {
  if (!(error instanceof ProviderFailure)) return error
  const refusal =
    error.kind === 'busy' || error.kind === 'down'
      ? new Refusal(503, 'calendar.provider_down', {
          retryAfterSeconds: Math.max(RETRY_SECONDS, error.retryAfterSeconds ?? 0),
        })
      : badInput('calendar.refused_by_provider', {
          errors: { [field]: [fieldPhrase('not_accepted')] },
        })
  refusal.cause = error
  return refusal
}
