import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { updateProfile } from '@saathi/contract/accounts/calls'
import { confirmOtp, confirmPassword, resetPassword, sendOtp, verifyOtp } from '@saathi/contract/accounts/code-calls'
import { getProfile, refresh, signIn } from '@saathi/contract/accounts/entrance-calls'
import { listProjects, signUp } from '@saathi/contract/accounts/sign-up-calls'
import type { Call } from '@saathi/contract/core/call'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { ReceivedMail } from '../server/src/notices/test-smtp.ts'

/** Credentials open something; texts are what people typed. */
export type Planted = { credentials: string[]; texts: string[] }
type Parts = { url: string; received: readonly ReceivedMail[]; planted: Planted }

const SignedIn = z.object({ access_token: z.string() })
const Projects = z.object({ data: z.object({ projects: z.record(z.string(), z.object({ is_disabled: z.boolean() })) }) })

/** One person's way in and back in, by real calls: every secret that there is on it is noted down. */
export async function leaveSecrets(parts: Parts): Promise<string> {
  const { url, planted } = parts
  const email = `planted-${randomUUID()}@saathi.example`
  const [password, second] = [newPassword(), newPassword()]
  const name = `Planted ${randomUUID()}`
  planted.credentials.push(password, second)
  planted.texts.push(name)

  await ask(url, sendOtp, { email })
  const otp = await mailedCode(parts, email, 'to sign up')
  await ask(url, verifyOtp, { email, otp })
  const person = { first_name: name, last_name: 'Person', phone_number: '919800000001', new_primary_language: 'en' }
  const project = await findProject(url)
  const joined = await ask(url, signUp, { ...person, role: 'Mentee', provider: 'normal', project, email, password, otp })
  const { token, cookie } = noteSession(joined, planted)
  noteSession(await ask(url, refresh, {}, { cookie }), planted)
  noteSession(await ask(url, signIn, { email, password }), planted)
  await writeAboutOneself(parts, token)

  await ask(url, resetPassword, { email })
  const code = await mailedCode(parts, email, 'to choose a new password')
  await ask(url, confirmOtp, { email, otp: code })
  await ask(url, confirmPassword, { email, otp: code, new_password: second, check_new_password: second })
  const again = noteSession(await ask(url, signIn, { email, password: second }), planted)
  await sayLive(url, again.token)
  planted.credentials.push(otp, code)
  return email
}

const newPassword = () => `Planted-${randomUUID()}-A1!`

async function ask(url: string, call: Call, body: object, headers: Record<string, string> = {}, status = 200) {
  const withBody = call.method === 'GET' ? {} : { body: JSON.stringify(body) }
  const type = call.method === 'GET' ? {} : { 'content-type': 'application/json' }
  const response = await fetch(`${url}${call.path}`, { method: call.method, headers: { ...type, ...headers }, ...withBody })
  const text = await response.text()
  if (response.status !== status) throw new Error(`${call.method} ${call.path} answered ${response.status} ${text}`)
  return { json: JSON.parse(text), cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

function noteSession({ json, cookie }: Awaited<ReturnType<typeof ask>>, { credentials }: Planted) {
  const token = SignedIn.parse(json).access_token
  credentials.push(token, cookie.split('=')[1] ?? 'no cookie')
  return { token, cookie }
}

async function findProject(url: string): Promise<string> {
  const { projects } = Projects.parse((await ask(url, listProjects, {})).json).data
  const open = Object.entries(projects).find(([, project]) => !project.is_disabled)
  if (!open) throw new Error('There is no program to sign up for.')
  return open[0]
}

async function mailedCode({ received }: Parts, email: string, what: string): Promise<string> {
  const words = new RegExp(`Your code ${what} is (\\w{6})`)
  for (let tries = 0; tries < 600; tries += 1) {
    const mail = received.find(({ to, raw }) => to.includes(email) && words.test(raw.replaceAll('=\r\n', '')))
    const code = mail && words.exec(mail.raw.replaceAll('=\r\n', ''))?.[1]
    if (code) return code
    await pause(50)
  }
  throw new Error(`No code ${what} was mailed.`)
}

async function writeAboutOneself({ url, planted }: Parts, token: string) {
  const bio = `planted-text-${randomUUID()}`
  planted.texts.push(bio)
  const body = new FormData()
  body.set('bio', bio)
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}${updateProfile.path}`, { method: updateProfile.method, headers, body })
  if (response.status !== 200) throw new Error(`The profile was answered with ${response.status}`)
  await ask(url, getProfile, {}, headers)
}

/** A good frame, then one that is not understood; both carry the token. */
function sayLive(url: string, accessToken: string): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/live/`)
  return new Promise((resolve, reject) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'core.authenticate', accessToken })))
    socket.on('message', () => socket.send(`{"type":"core.authenticate","accessToken":"${accessToken}","extra":1}`))
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
}

/** Wrong ones are secrets, too: a slip of the finger is nearly a password. */
export async function leaveWrongOnes(url: string, email: string, { credentials }: Planted): Promise<void> {
  const plant = (kind: string) => {
    // A code may have 32 letters at most.
    const value = `planted-${kind}-${randomUUID()}`.slice(0, 32)
    credentials.push(value)
    return value
  }
  await ask(url, signIn, { email, password: plant('password') }, {}, 401)
  await ask(url, getProfile, {}, { authorization: `Bearer ${plant('bearer')}` }, 401)
  await ask(url, refresh, {}, { cookie: `saathi_refresh=${plant('cookie')}` }, 401)
  await ask(url, verifyOtp, { email, otp: plant('otp') }, {}, 400)
  await fetch(`${url}/api/v2/nothing/?otp=${plant('query')}&token=${plant('query')}`)
  await ask(url, signIn, { email, otp: plant('stray') }, {}, 400)
}
