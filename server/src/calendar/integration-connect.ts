import type { connectCalendar } from '@saathi/contract/calendar/integration-calls'
import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import type { CallParsed } from '@saathi/contract/core/call'
import type { Db } from '#core/ctx.ts'
import { badField, badInput, conflict, Refusal } from '#core/errors.ts'
import { openAccess } from './integration-opening.ts'
import type { Secret } from './integration-secret.ts'
import { findIntegrationOf, findPlaceOf } from './integration-store.ts'
import { endJourney, providerOff, requireClient } from './oauth-journey.ts'
import type { OAuthClient } from './oauth-client.ts'
import type { OAuthProvider } from './oauth-rules.ts'
import { ProviderFailure } from './provider.ts'
import type { CalendarEngine } from './provider-engine.ts'

export type ConnectBody = CallParsed<typeof connectCalendar>['body']
/** A calendar that has let us in, and what opens it the next time. */
export type Admitted = {
  provider: CalendarProvider
  email: string
  secret: Secret
  expiresAt: Date | null
  calendarUrl: string | null
  /** By us, with a code: where nothing comes of it, it is ours to give back. */
  isRedeemed: boolean
}
/** Who asks, from which browser, and where that browser came back to. */
export type Caller = { personId: number; now: Date; browser: string | null; redirectUri: string }

const TRY_AGAIN_SECONDS = 30
/** Over all that is asked of a provider while somebody waits at our door. */
const ADMIT_WITHIN_MS = 8_000
const required = (field: string) => badField(field, 'This field is required')

export const oneAtATime = () =>
  conflict('calendar.one_at_a_time', 'Another calendar is connected already. Please disconnect it first.')

/** Asks the provider, and so before the transaction. What is refused here has left nothing behind but a journey that is over. */
export async function admit(db: Db, engine: CalendarEngine, body: ConnectBody, caller: Caller): Promise<Admitted> {
  const { provider } = body
  if (!engine.offered.includes(provider)) throw providerOff()
  const connected = await findIntegrationOf(db, caller.personId)
  if (connected && connected.state !== 'revoked') throw oneAtATime()
  if (provider === 'apple') return admitByPassword(db, engine, body, caller)
  if (body.code !== undefined && body.accessToken !== undefined) throw badField('access_token', 'Give this or a code, not both.')
  if (body.code !== undefined) return admitByCode(db, engine, { ...body, provider, code: body.code }, caller)
  if (body.accessToken !== undefined) return admitByToken({ ...body, provider, accessToken: body.accessToken })
  throw required('code')
}

type WithCode = ConnectBody & { provider: OAuthProvider; code: string }

async function admitByCode(db: Db, engine: CalendarEngine, body: WithCode, caller: Caller): Promise<Admitted> {
  const { provider, code, state } = body
  const { now, browser, redirectUri } = caller
  const client = requireClient(engine, provider)
  const verifier = await endJourney(db, now, engine, { provider, state, browser })
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

/** Nobody is kept waiting for more than this one try: the person can take it back at the provider, too. */
async function revokeUnused(client: OAuthClient, token: string): Promise<void> {
  try {
    await client.revoke(token)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
  }
}

type WithToken = ConnectBody & { provider: OAuthProvider; accessToken: string }

/** Redeemed elsewhere. Whose it is, is theirs to say: it is shown to nobody else, and what it opens the provider decides. */
function admitByToken({ provider, email, accessToken, refreshToken, expiresAt }: WithToken): Admitted {
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

/** A wrong password is told at once, and not by a calendar that stays empty. */
async function admitByPassword(db: Db, engine: CalendarEngine, body: ConnectBody, caller: Caller): Promise<Admitted> {
  const { personId, now } = caller
  const { provider, email, appPassword } = body
  if (!email) throw required('email')
  if (appPassword === undefined) throw required('app_password')
  const secret = { password: appPassword }
  const access = openAccess({ secret, email, client: null, keep: async () => {} })
  // Where it was before, it stays for as long as that place is there.
  let calendarUrl = await findPlaceOf(db, { personId, provider, email })
  const lookWithin = AbortSignal.timeout(ADMIT_WITHIN_MS)
  const keepPlace = async (found: string) => {
    calendarUrl = found
  }
  await engine.open(provider, access, { calendarUrl, keepPlace, lookWithin, now: () => now }).catch((error: unknown) => {
    throw refusalOf(error, 'app_password')
  })
  return { provider, email, secret, expiresAt: null, calendarUrl, isRedeemed: false }
}

function refusalOf(error: unknown, field: string): unknown {
  if (!(error instanceof ProviderFailure)) return error
  const refusal =
    error.kind === 'busy' || error.kind === 'down'
      ? new Refusal(503, 'calendar.provider_down', 'The calendar does not answer just now. Please try again in a while.', {
          retryAfterSeconds: Math.max(TRY_AGAIN_SECONDS, error.retryAfterSeconds ?? 0),
        })
      : badInput('calendar.refused_by_provider', 'The calendar did not let us in. Please try again.', {
          errors: { [field]: ['This was not accepted.'] },
        })
  refusal.cause = error
  return refusal
}
