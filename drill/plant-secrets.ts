import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { updateProfile } from '@saathi/contract/accounts/calls'
import { confirmOtp, confirmPassword, resetPassword, sendOtp, verifyOtp } from '@saathi/contract/accounts/code-calls'
import { getProfile, refresh, signIn } from '@saathi/contract/accounts/entrance-calls'
import { listProjects, signUp } from '@saathi/contract/accounts/sign-up-calls'
import type { Call } from '@saathi/contract/core/call'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { ReceivedMail } from '../server/src/notices/mail/test-smtp.ts'

/** Credentials give access; texts are what people typed. */
export type PlantedSecrets = { credentials: string[]; texts: string[] }
type Parts = { url: string; received: readonly ReceivedMail[]; planted: PlantedSecrets }

const SignedIn = z.object({ access_token: z.string() })
const Projects = z.object({ data: z.object({ projects: z.record(z.string(), z.object({ is_disabled: z.boolean() })) }) })

/** One person signs up, signs in and resets the password through real calls; every secret is recorded. */
export async function plantSecrets(parts: Parts): Promise<string> {
  const { url, planted } = parts
  const email = `planted-${randomUUID()}@saathi.example`
  const [password, second] = [newPassword(), newPassword()]
  const name = `Planted ${randomUUID()}`
  planted.credentials.push(password, second)
  planted.texts.push(name)

  await request(url, sendOtp, { email })
  const otp = await mailedCode(parts, email, 'to sign up')
  await request(url, verifyOtp, { email, otp })
  const person = { first_name: name, last_name: 'Person', phone_number: '919800000001', new_primary_language: 'en' }
  const project = await findProject(url)
  const joined = await request(url, signUp, { ...person, role: 'Mentee', provider: 'normal', project, email, password, otp })
  const { token, cookie } = recordSession(joined, planted)
  recordSession(await request(url, refresh, {}, { cookie }), planted)
  recordSession(await request(url, signIn, { email, password }), planted)
  await writeBio(parts, token)

  await request(url, resetPassword, { email })
  const code = await mailedCode(parts, email, 'to choose a new password')
  await request(url, confirmOtp, { email, otp: code })
  await request(url, confirmPassword, { email, otp: code, new_password: second, check_new_password: second })
  const newSession = recordSession(await request(url, signIn, { email, password: second }), planted)
  await sendLiveFrames(url, newSession.token)
  planted.credentials.push(otp, code)
  return email
}

const newPassword = () => `Planted-${randomUUID()}-A1!`

async function request(url: string, call: Call, body: object, headers: Record<string, string> = {}, status = 200) {
  const withBody = call.method === 'GET' ? {} : { body: JSON.stringify(body) }
  const type = call.method === 'GET' ? {} : { 'content-type': 'application/json' }
  const response = await fetch(`${url}${call.path}`, { method: call.method, headers: { ...type, ...headers }, ...withBody })
  const text = await response.text()
  if (response.status !== status) throw new Error(`${call.method} ${call.path} answered ${response.status} ${text}`)
  return { json: JSON.parse(text), cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

function recordSession({ json, cookie }: Awaited<ReturnType<typeof request>>, { credentials }: PlantedSecrets) {
  const token = SignedIn.parse(json).access_token
  credentials.push(token, cookie.split('=')[1] ?? 'no cookie')
  return { token, cookie }
}

async function findProject(url: string): Promise<string> {
  const { projects } = Projects.parse((await request(url, listProjects, {})).json).data
  const open = Object.entries(projects).find(([, project]) => !project.is_disabled)
  if (!open) throw new Error('There is no programme to sign up for.')
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

async function writeBio({ url, planted }: Parts, token: string) {
  const bio = `planted-text-${randomUUID()}`
  planted.texts.push(bio)
  const body = new FormData()
  body.set('bio', bio)
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}${updateProfile.path}`, { method: updateProfile.method, headers, body })
  if (response.status !== 200) throw new Error(`The profile call answered ${response.status}`)
  await request(url, getProfile, {}, headers)
}

/** A valid frame, then an invalid one; both contain the token. */
function sendLiveFrames(url: string, accessToken: string): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/live/`)
  return new Promise((resolve, reject) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'core.authenticate', accessToken })))
    socket.on('message', () => socket.send(`{"type":"core.authenticate","accessToken":"${accessToken}","extra":1}`))
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
}

/** Wrong credentials are secrets too: a typo is nearly a password. */
export async function plantWrongCredentials(url: string, email: string, { credentials }: PlantedSecrets): Promise<void> {
  const plant = (kind: string) => {
    // A code has at most 32 characters.
    const value = `planted-${kind}-${randomUUID()}`.slice(0, 32)
    credentials.push(value)
    return value
  }
  await request(url, signIn, { email, password: plant('password') }, {}, 401)
  await request(url, getProfile, {}, { authorization: `Bearer ${plant('bearer')}` }, 401)
  await request(url, refresh, {}, { cookie: `saathi_refresh=${plant('cookie')}` }, 401)
  await request(url, verifyOtp, { email, otp: plant('otp') }, {}, 400)
  await fetch(`${url}/api/v2/nothing/?otp=${plant('query')}&token=${plant('query')}`)
  await request(url, signIn, { email, otp: plant('stray') }, {}, 400)
}
