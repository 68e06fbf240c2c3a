import { ownWords } from '@saathi/contract/accounts/common-password'
import type { UserType } from '@saathi/contract/accounts/entities'
import type { Role } from '@saathi/contract/accounts/roles'
import type { Db, PublicCtx } from '#core/ctx.ts'
import { badField, badInput, Refusal } from '#core/errors.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithin } from '#core/limits/require-within.ts'
import { findText } from '#core/texts.ts'
import { type Affiliation, requireAffiliation, requireProjectThatTakesPeople } from './affiliation.ts'
import type { Say } from './answer-language.ts'
import { alreadySignedUp, requireCodeUsedOnce, requireRightCode } from './codes.ts'
import { insertConsents } from './consent-store.ts'
import { reportConversionJob } from './conversion-job.ts'
import type { SignUpTokens } from './google-sign-up-token.ts'
import { findActiveLanguages } from './language-store.ts'
import { roleIn } from './new-member.ts'
import { hashPassword } from './passwords.ts'
import { requireGoodPassword } from './require-password.ts'
import { openSignIn, type SignedIn } from './sign-in.ts'
import { findDeclaration, insertPerson } from './sign-up-store.ts'
import type { Tokens } from './tokens.ts'
import { issueLink } from './verification.ts'

type Maybe<T> = { [K in keyof T]?: T[K] | undefined }
export type SignUpBody = {
  role: UserType
  firstName: string
  lastName: string
  phoneNumber: string
  provider: 'normal' | 'google'
  newPrimaryLanguage: string
} & Maybe<{ institutionCode: string; project: string; email: string; password: string; otp: string }>

/** That the address is theirs: by a code that was mailed to it, or by Google's word. */
type Proven = { email: string; code: string; passwordHash: string } | { email: string; googleSubject: string }

type Desk = { now: Date; secret: Uint8Array; limits: Limits; signUpTokens: SignUpTokens; say: Say }
type From = { ip: string; bearer: string | undefined }

/** Before the transaction: a wrong code counts although the sign-up is refused, and hashing takes its time. */
export async function requireProof(db: Db, body: SignUpBody, from: From, desk: Desk): Promise<Proven> {
  await requireWithin(db, desk.now, [{ limits: desk.limits.signUpPerIp, key: ipKey(from.ip) }])
  return body.provider === 'google' ? requireGoogle(body, from, desk) : requireMailedCode(db, body, desk)
}

async function requireGoogle(body: SignUpBody, { bearer }: From, { signUpTokens, say }: Desk): Promise<Proven> {
  for (const field of ['email', 'password', 'otp'] as const) {
    if (body[field] !== undefined) throw badField(field, 'This field is not known.')
  }
  const identity = await signUpTokens.read(bearer)
  if (identity) return { email: identity.email, googleSubject: identity.subject }
  const text = await say('answers.googleTokenRefused')
  throw new Refusal(401, 'accounts.google_token_refused', text, { nonFieldErrors: [text] })
}

async function requireMailedCode(db: Db, body: SignUpBody, { now, secret, say }: Desk): Promise<Proven> {
  const { email, password, otp, firstName, lastName } = body
  const mandatory = () => say('fieldIsMandatory')
  if (email === undefined) throw badField('email', await mandatory())
  if (password === undefined) throw badField('password', await mandatory())
  if (otp === undefined) throw badField('otp', await mandatory())
  await requireGoodPassword(password, ownWords({ email, firstName, lastName }), say)
  await requireRightCode(db, { address: email, purpose: 'sign_up' }, { now, secret, say, code: otp })
  return { email, code: otp, passwordHash: await hashPassword(password) }
}

type Entry = { tokens: Tokens; secret: Uint8Array; say: Say; device: string; reportsConversions: boolean }

/** All of it or nothing: whatever is refused here leaves no account, and the code unused. */
export async function signUp(ctx: PublicCtx, body: SignUpBody, proven: Proven, entry: Entry): Promise<SignedIn> {
  const { secret, say } = entry
  await requireActiveLanguage(ctx.db, body.newPrimaryLanguage, say)
  const affiliation = await requireAffiliation(ctx.db, { ...body, email: proven.email }, say)
  const isGoogle = 'googleSubject' in proven
  const personId = await insertPerson(ctx.db, {
    ...placeOf(affiliation),
    email: proven.email,
    provider: body.provider,
    passwordHash: isGoogle ? null : proven.passwordHash,
    googleSubject: isGoogle ? proven.googleSubject : null,
    role: roleIn(affiliation.groupType, body.role),
    firstName: body.firstName,
    lastName: body.lastName,
    phoneNumber: body.phoneNumber,
    languageCode: body.newPrimaryLanguage,
    emailVerifiedAt: ctx.now(),
    createdAt: ctx.now(),
  })
  // Before the code is used up: whoever lost a race for one address learns that it is taken, not that their code was wrong.
  if (personId === null) throw await alreadySignedUp(say)
  if (!isGoogle) await requireCodeUsedOnce(ctx, { address: proven.email, purpose: 'sign_up' }, { secret, say, code: proven.code })
  await keepDeclaration(ctx, personId, body.role)
  await ctx.raise({ type: 'accounts.signed_up', personId })
  if (entry.reportsConversions && affiliation.membersAreAdults) {
    await ctx.enqueue(reportConversionJob, { personId }, { onceKey: String(personId) })
  }
  return openSignIn(ctx, entry.tokens, personId, entry.device)
}

const placeOf = ({ projectId, institutionCode }: Affiliation) => ({ projectId, institutionCode })

async function requireActiveLanguage(db: Db, code: string, say: Say) {
  if ((await findActiveLanguages(db)).some((language) => language.code === code)) return
  const text = await say('answers.languageNotOffered')
  throw badInput('content.language_not_offered', text, { nonFieldErrors: [text] })
}

/** The version that stood at that moment: it was on the page before this call could be made. */
async function keepDeclaration(ctx: PublicCtx, personId: number, role: UserType) {
  const declared = await findDeclaration(ctx.db, role, '')
  if (declared) await insertConsents(ctx.db, [{ personId, kind: 'declaration', version: declared.version, givenAt: ctx.now() }])
}

export type PersonByStaff = {
  email: string
  role: Role
  firstName: string
  lastName: string
  languageCode: string
  project?: string | undefined
}

/** By staff, for someone who then opens the mailed link and chooses a password; until then nobody can sign in to it. */
export async function addPerson(ctx: PublicCtx, person: PersonByStaff): Promise<{ personId: number; token: string }> {
  const { email, role, firstName, lastName, languageCode, project } = person
  const t = findText(ctx.actor?.language ?? languageCode)
  const say: Say = async (key, values) => t(key, values)
  await requireActiveLanguage(ctx.db, languageCode, say)
  const affiliation = project === undefined ? null : await requireProjectThatTakesPeople(ctx.db, project, say)
  const personId = await insertPerson(ctx.db, {
    email,
    provider: 'normal',
    passwordHash: null,
    googleSubject: null,
    role: roleIn(affiliation?.groupType ?? null, role),
    firstName,
    lastName,
    phoneNumber: '',
    languageCode,
    projectId: affiliation?.projectId ?? null,
    institutionCode: null,
    emailVerifiedAt: null,
    createdAt: ctx.now(),
  })
  if (personId === null) throw await alreadySignedUp(say)
  return { personId, token: await issueLink(ctx, { personId, address: email, name: firstName, language: languageCode }) }
}
