import * as z from 'zod/mini'
import { devFetch } from '#core/network/dev-fetch.ts'
import type { SessionToken } from '#core/network/token.ts'

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

const SignInReply = z.object({ access_token: z.string(), expires_in: z.number(), user_id: z.number() })

/** The reply also sets the refresh cookie, so a page opened now is signed in. */
export const signInAs = async (email: string): Promise<SessionToken> => {
  const reply = SignInReply.parse(await devFetch('/dev/sign-in/', { method: 'POST', body: { email } }))
  return { accessToken: reply.access_token, expiresIn: reply.expires_in, userId: reply.user_id }
}

/** Passes the second factor for this session without an authenticator app. */
export const passSecondFactor = async (accessToken: string): Promise<void> => {
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

export const runMatching = async (project: string): Promise<MatchOutcome> =>
  MatchOutcome.parse(await devFetch('/dev/match/', { method: 'POST', body: { project } }))

/** One promise of the safety desk, and how long it took in the drill. Both in seconds. */
const DrillTiming = z.object({
  /**
   * `queue`: the case is in the desk's queue. `first`: the first person is notified. `half`: at half time, the next person is.
   * `everybody`: in the last quarter, everybody is. `late`: when the time is over, everybody is again. `key`: an opened
   * conversation is closed again.
   */
  what: z.enum(['queue', 'first', 'half', 'everybody', 'late', 'key']),
  kind: z.enum(['message', 'profile', 'post']),
  is_urgent: z.boolean(),
  promised: z.number(),
  measured: z.number(),
})
export type DrillTiming = z.infer<typeof DrillTiming>

export const runSafetyDrill = async (): Promise<DrillTiming[]> =>
  z.object({ measured: z.array(DrillTiming) }).parse(await devFetch('/dev/safety-drill/', { method: 'POST', body: {} })).measured
