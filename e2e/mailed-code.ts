import { randomUUID } from 'node:crypto'
import { expect, type APIRequestContext } from '@playwright/test'

type Mail = { subject: string; text: string }

async function newestMail(request: APIRequestContext, to: string, count: number): Promise<string> {
  const read = async (): Promise<Mail[]> => (await (await request.get('/dev/mail.json', { params: { to } })).json()).mail
  await expect.poll(async () => (await read()).length, { message: `mail to ${to}` }).toBeGreaterThanOrEqual(count)
  return (await read())[0]?.text ?? ''
}

/** The path and query of the link that verifies an address. */
export async function mailedLink(request: APIRequestContext, to: string): Promise<string> {
  const text = await newestMail(request, to, 1)
  return /\/emailverify\?token=[^\s)]+/.exec(text)?.[0] ?? `no link in: ${text}`
}

/** The six-character code in the newest mail: digits for a sign-up, capitals and digits for a password reset. */
export async function mailedCode(request: APIRequestContext, to: string, count = 1): Promise<string> {
  const text = await newestMail(request, to, count)
  return /\b(?:\d{6}|(?=[A-Z]*\d)[A-Z\d]{6})\b/.exec(text)?.[0] ?? `no code in: ${text}`
}

export const strongPassword = 'Kite over 7 Hills!'

/** A unique address, because tests share one server. */
export const newAddress = (name: string, domain = 'newcomers.example') => `${name}-${randomUUID().slice(0, 13)}@${domain}`

/** Creates an account through the API, for tests that are not about signing up. */
export async function makeMentee(request: APIRequestContext, email: string, password = strongPassword): Promise<void> {
  const call = async (path: string, data: object) => {
    const reply = await request.post(`/api/v2/users/${path}/`, { data })
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${await reply.text()}`)
  }
  await call('send-otp', { email, num_otp: 6 })
  const otp = await mailedCode(request, email)
  await call('verify-otp', { email, otp })
  await call('signup', {
    role: 'Mentee',
    first_name: 'Tara',
    last_name: 'Newcomer',
    phone_number: '919800000001',
    provider: 'normal',
    project: 'one-to-one',
    new_primary_language: 'en',
    email,
    password,
    otp,
  })
}
