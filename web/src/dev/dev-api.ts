import * as z from 'zod/mini'
import { devFetch } from '#core/dev-fetch.ts'
import type { SignedIn } from '#core/token.ts'

const Account = z.object({
  id: z.number(),
  email: z.string(),
  display_name: z.string(),
  role: z.string(),
  is_disabled: z._default(z.boolean(), false),
  note: z.optional(z.string()),
})
export type Account = z.infer<typeof Account>

const Mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sent_at: z.string(),
  calendar_file: z.optional(z.string()),
})
export type Mail = z.infer<typeof Mail>

const Clock = z.object({ now: z.string(), offset_seconds: z.number() })
export type Clock = z.infer<typeof Clock>
export type ClockMove = { advance_seconds: number } | { now: string } | 'reset'

const Accounts = z.object({ accounts: z.array(Account) })
const Mails = z.object({ mail: z.array(Mail) })

export const getAccounts = async (): Promise<Account[]> => Accounts.parse(await devFetch('/dev/accounts.json')).accounts

const Entered = z.object({ access_token: z.string(), expires_in: z.number(), user_id: z.number() })

/** The refresh cookie comes with the reply; a page that is opened now begins with it. */
export const signInAs = async (email: string): Promise<SignedIn> => {
  const entered = Entered.parse(await devFetch('/dev/sign-in/', { method: 'POST', body: { email } }))
  return { accessToken: entered.access_token, expiresIn: entered.expires_in, userId: entered.user_id }
}

/** In the place of an authenticator app, for this one sign-in. */
export const giveSecondFactor = async (accessToken: string): Promise<void> => {
  await devFetch('/dev/second-factor/', { method: 'POST', body: {}, accessToken })
}

export const getMail = async (to: string): Promise<Mail[]> => {
  const search = to === '' ? '' : `?${new URLSearchParams({ to })}`
  return Mails.parse(await devFetch(`/dev/mail.json${search}`)).mail
}

export const getClock = async (): Promise<Clock> => Clock.parse(await devFetch('/dev/clock/'))

export const moveClock = async (move: ClockMove): Promise<Clock> =>
  Clock.parse(await devFetch('/dev/clock/', move === 'reset' ? { method: 'DELETE' } : { method: 'POST', body: move }))

const MatchedProjects = z.object({
  projects: z.array(z.object({ id: z.number(), key: z.string(), name: z.string() })),
})
export type MatchedProject = z.infer<typeof MatchedProjects>['projects'][number]

const MatchOutcome = z.object({
  proposal_count: z.number(),
  proposals: z.array(z.object({ mentor: z.string(), mentee: z.string(), score: z.number() })),
  left_over_count: z.number(),
  left_over: z.array(
    z.object({
      name: z.string(),
      reason: z.enum(['no_answer', 'nobody_fits', 'all_taken', 'not_approved']),
      criterion: z.nullable(z.string()),
    }),
  ),
  needs_review: z.boolean(),
})
export type MatchOutcome = z.infer<typeof MatchOutcome>

export const getMatchedProjects = async (): Promise<MatchedProject[]> =>
  MatchedProjects.parse(await devFetch('/dev/match.json')).projects

export const lookForMatches = async (project: string): Promise<MatchOutcome> =>
  MatchOutcome.parse(await devFetch('/dev/match/', { method: 'POST', body: { project } }))
