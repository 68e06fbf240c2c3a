import * as z from 'zod/mini'
import { devFetch } from '#core/dev-fetch.ts'

const Account = z.object({
  email: z.string(),
  display_name: z.string(),
  role: z.string(),
  is_disabled: z._default(z.boolean(), false),
  note: z.optional(z.string()),
})
export type Account = z.infer<typeof Account>

const Mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), sent_at: z.string() })
export type Mail = z.infer<typeof Mail>

const Clock = z.object({ now: z.string(), offset_seconds: z.number() })
export type Clock = z.infer<typeof Clock>
export type ClockMove = { advance_seconds: number } | { now: string } | 'reset'

const Accounts = z.object({ accounts: z.array(Account) })
const Mails = z.object({ mail: z.array(Mail) })

export const getAccounts = async (): Promise<Account[]> => Accounts.parse(await devFetch('/dev/accounts.json')).accounts

/** The refresh cookie comes with the reply; the next page begins with it. */
export const signInAs = async (email: string): Promise<void> => {
  await devFetch('/dev/sign-in/', { method: 'POST', body: { email } })
}

export const getMail = async (to: string): Promise<Mail[]> => {
  const search = to === '' ? '' : `?${new URLSearchParams({ to })}`
  return Mails.parse(await devFetch(`/dev/mail.json${search}`)).mail
}

export const getClock = async (): Promise<Clock> => Clock.parse(await devFetch('/dev/clock/'))

export const moveClock = async (move: ClockMove): Promise<Clock> =>
  Clock.parse(await devFetch('/dev/clock/', move === 'reset' ? { method: 'DELETE' } : { method: 'POST', body: move }))
