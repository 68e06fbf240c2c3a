import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agreeToTerms } from '@saathi/contract/accounts/calls'
import { confirmPassword, sendOtp, verifyEmail, verifyOtp } from '@saathi/contract/accounts/code-calls'
import { signIn } from '@saathi/contract/accounts/identity-calls'
import { signUp } from '@saathi/contract/accounts/sign-up-calls'
import { giveSecondFactor, offerAuthenticator } from '@saathi/contract/accounts/staff-calls'
import type { Call, CallInput } from '@saathi/contract/core/call'
import { saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { completeStep, getSession, startSession } from '@saathi/contract/learning/session-calls'
import { listSessions } from '@saathi/contract/learning/calls'
import { getMentorshipSession } from '@saathi/contract/mentorship/calls'
import type { Question } from '@saathi/contract/questions/entities'
import { getStage, getSurvey, listSurveys, sendAnswers } from '@saathi/contract/surveys/calls'
import { expect } from 'vitest'
import { addAdministrator } from '#accounts/staff/staff.ts'
import { loadFolder } from '#programme/load/folder.ts'
import { inTransaction } from '#core/ctx.ts'
import { authenticatorCode } from './authenticator.ts'
import type { TestServer } from './harness.ts'
import { mailedCode } from './one-time-codes.ts'
import { copyProgrammeWithoutPeople } from './programme-without-people.ts'
import { sendForm, replyOf } from './send-form.ts'
import { answersTo, PASSWORD } from './valid-answers.ts'

export async function loadProgrammeWithoutPeople(server: TestServer): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'saathi-programme-'))
  copyProgrammeWithoutPeople(folder)
  await loadFolder(server.app.world, folder, server.app.log).finally(() => rmSync(folder, { recursive: true }))
}

let addresses = 0
/** A different address for each request, because codes are limited by address. The server must trust the tests' proxy. */
const newAddress = () => ({ 'x-forwarded-for': `10.7.${((addresses += 1) >> 8) & 255}.${addresses & 255}` })

/** A person with the token from sign-up or sign-in. No test has written rows for them. */
export type Newcomer = ReturnType<typeof newcomer>

function newcomer(server: TestServer, { id, email, token }: { id: number; email: string; token: string }) {
  const headers = { authorization: `Bearer ${token}` }
  /** Expects success. */
  async function ask<C extends Call>(call: C, input: CallInput<C>, more: Record<string, string> = {}) {
    const answer = await server.ask(null, call, input, { ...headers, ...more })
    expect(answer.status, `${call.method} ${call.path}: ${JSON.stringify(answer.body)}`).toBe(200)
    return answer.body
  }
  const send = async <C extends Call>(call: C, data: object) =>
    replyOf(await sendForm(server, call, null, [['data', JSON.stringify(data)]], headers))
  return { id, email, token, headers, ask, send }
}

type SignUpOptions = { firstName: string; newPrimaryLanguage?: string; emailDomain?: string } & (
  | { role: 'Mentee'; project: string }
  | { role: 'Mentor'; institutionCode: string }
)

/** Signs up with the mailed code and agrees to the terms. */
export async function signUpByMail(
  server: TestServer,
  { emailDomain = 'saathi.example', ...options }: SignUpOptions,
): Promise<Newcomer> {
  const email = `${options.firstName.toLowerCase()}-${randomUUID()}@${emailDomain}`
  await server.ask(null, sendOtp, { body: { email, numOtp: 6 } }, newAddress())
  const otp = await mailedCode(server, email)
  expect((await server.ask(null, verifyOtp, { body: { email, otp } }, newAddress())).status).toBe(200)
  const about = { lastName: 'Sen', phoneNumber: '919800000099', provider: 'normal', newPrimaryLanguage: 'en' } as const
  const body = { ...about, ...options, email, otp, password: PASSWORD }
  const answer = await server.ask(null, signUp, { body }, newAddress())
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const person = newcomer(server, { id: answer.body.userId, email, token: answer.body.accessToken })
  await person.ask(agreeToTerms, { body: { hasAgreedTerms: true } })
  return person
}

/** Creates the first administrator with the link, a password and an authenticator app. */
export async function enterAsAdministrator(server: TestServer): Promise<Newcomer> {
  const email = `admin-${randomUUID()}@saathi.example`
  const administrator = { email, firstName: 'Gauri', lastName: 'Naik', languageCode: 'en' }
  const { token } = await inTransaction(server.app.world, server.app.log, (ctx) => addAdministrator(ctx, administrator))
  return enterByLink(server, token)
}

/** The link in the invitation to this address. */
export async function mailedLink(server: TestServer, address: string): Promise<string> {
  const mail = server.db.selectFrom('mail').select('text').where('to_address', '=', address).where('text', 'like', '%token=%')
  const { text } = await mail.executeTakeFirstOrThrow()
  return /token=([\w-]{43})/.exec(text)?.[1] ?? ''
}

/** The steps of a person whom staff invited: link, password, sign-in, and the second factor for staff. */
export async function enterByLink(server: TestServer, token: string, { isStaff = true } = {}): Promise<Newcomer> {
  const verified = await server.ask(null, verifyEmail, { body: { token } }, newAddress())
  const { email, code = '' } = verified.body
  const typed = { newPassword: PASSWORD, checkNewPassword: PASSWORD }
  const chosen = await server.ask(null, confirmPassword, { body: { email, otp: code, ...typed } }, newAddress())
  expect(chosen.status, JSON.stringify(chosen.body)).toBe(200)
  const { body } = await server.ask(null, signIn, { body: { email, password: PASSWORD } }, newAddress())
  const person = newcomer(server, { id: body.userId, email, token: body.accessToken })
  if (isStaff) {
    const { key } = await person.ask(offerAuthenticator, { body: {} })
    await person.ask(giveSecondFactor, { body: { code: authenticatorCode(key, server.clock.now()) } })
  }
  return person
}

/** Answers everything in the first survey. Two people with the same answers fit each other. */
export async function answerFirstSurvey(person: Newcomer): Promise<void> {
  const { surveys } = await person.ask(listSurveys, {})
  const open = surveys.find(({ status, isClosed }) => !status.startsWith('COMPLETE') && !isClosed)
  if (!open) throw new Error(`No survey is open to ${person.email}`)
  const { stages } = await person.ask(getSurvey, { params: { id: open.id }, query: {} })
  for (const { id } of stages) {
    const { pages } = await person.ask(getStage, { params: { id } })
    const answers = answersTo(pages.flatMap(({ questions }) => questions))
    await person.send(sendAnswers, { survey: open.id, stage: id, answers })
  }
}

/** Completes the first `count` hub sessions that are not started, with quizzes and all steps. */
export async function completeHubSessions(person: Newcomer, count: number): Promise<void> {
  const { sessions } = await person.ask(listSessions, { query: { size: 50 } })
  for (const { id } of sessions.filter(({ sessionStatus }) => sessionStatus === 'NOT_STARTED').slice(0, count)) {
    await person.ask(startSession, { body: { session: id } })
    const { sessionSteps } = await person.ask(getSession, { params: { id }, query: {} })
    await completeSteps(person, id, sessionSteps)
  }
}

export async function completeMentorshipSession(person: Newcomer, mentorship: number, session: number): Promise<void> {
  await person.ask(startSession, { body: { session, mentorship } })
  const { sessionSteps } = await person.ask(getMentorshipSession, { params: { id: session }, query: { mentorship } })
  await completeSteps(person, session, sessionSteps, mentorship)
}

type Steps = readonly { id: number; content: readonly { quiz: { id: number; questions: readonly Question[] } | null }[] }[]

async function completeSteps(person: Newcomer, session: number, steps: Steps, mentorship?: number) {
  const inMentorship = mentorship === undefined ? {} : { mentorship }
  for (const { id: step, content } of steps) {
    for (const { quiz } of content) {
      if (!quiz) continue
      const answer_json = answersTo(quiz.questions)
      await person.send(saveAnswers, { session, step, quiz: quiz.id, answer_json, mentorship: mentorship ?? '' })
    }
    await person.ask(completeStep, { body: { session, step, ...inMentorship } })
  }
}
