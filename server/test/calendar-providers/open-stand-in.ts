import { randomUUID } from 'node:crypto'
import type { IcsEvent } from '#calendar/ics.ts'
import { openAccess } from '#calendar/integration/access.ts'
import type { Secret } from '#calendar/integration/secret.ts'
import { oauthClient } from '#calendar/providers/oauth-client.ts'
import { ProviderFailure } from '#calendar/providers/provider.ts'
import { openTransport } from '#calendar/providers/http.ts'
import { settingsAt } from '#dev/simulate-calendars.ts'
import type { StandIn } from './stand-in.ts'

export const EMAIL = 'asha@calendars.example'
/** Long enough for a busy machine, short enough for tests in which nothing answers. */
export const SHORT_MS = 400

export const buildEvent = (changes: Partial<IcsEvent> = {}): IcsEvent => ({
  uuid: randomUUID(),
  title: 'Our call',
  description: 'What we talk about',
  at: new Date('2026-11-14T14:00:00.000Z'),
  minutes: 60,
  url: 'https://saathi.example/video/join-meeting/x?section=video',
  version: 1,
  isCancelled: false,
  ...changes,
})

/** Access to a calendar of an OAuth stand-in; `kept` collects the refreshed tokens. */
export function openStandIn({ provider, origin, played }: StandIn, answerWithinMs = 10_000) {
  if (provider === 'apple' || !played.oauth) throw new Error('There are no tokens here')
  const origins = { google: origin, outlook: origin, yahoo: origin, apple: origin }
  const settings = settingsAt(origins, () => 'https://provider.example/auth')
  const own = settings[provider]
  if (!own) throw new Error('There are no settings')
  const transport = openTransport(answerWithinMs)
  const client = oauthClient(provider, own, { transport, returnUrl: 'https://saathi.example/calendar/callback' })
  const kept: Secret[] = []
  const secret = played.oauth.issueTokens(EMAIL)
  const access = openAccess({
    secret,
    email: EMAIL,
    client,
    keep: async (newer) => void kept.push(newer),
  })
  return { transport, access, client, apiUrl: own.apiUrl, kept, secret, oauth: played.oauth }
}

/** The provider failure; any other error is a bug and is rethrown. */
export async function failureOf(work: Promise<unknown>): Promise<ProviderFailure> {
  const error = await work.then(
    () => new Error('It did not fail'),
    (reason: unknown) => reason,
  )
  if (error instanceof ProviderFailure) return error
  throw error
}
