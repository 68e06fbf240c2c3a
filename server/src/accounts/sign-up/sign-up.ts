import { ownWords } from '@saathi/contract/accounts/common-password'
import { UserType } from '@saathi/contract/accounts/entities'
import { fitsDomains, offeredProjects } from '@saathi/contract/accounts/offered-projects'
import { type Role, isMentor, isStaffRole } from '@saathi/contract/accounts/roles'
import { indiaDate } from '@saathi/contract/core/india-day'
import type { Db, PublicCtx } from '#core/ctx.ts'
import { badField, Refusal, notFound } from '#core/errors.ts'
import { ipKey } from '#core/limits/ip-key.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { alreadySignedUp, requireCodeUsedOnce, requireRightCode } from '../codes/codes.ts'
import { issueLink } from '../codes/verification.ts'
import type { SignUpTokens } from '../google/sign-up-token.ts'
import { hashPassword, requireGoodPassword } from '../passwords.ts'
import { refuseForm, resolveLanguage } from '../signed-out-replies.ts'
import { openSignIn, type SignedIn } from '../sign-in/sign-in.ts'
import { findActiveLanguages } from '../store.ts'
import type { Tokens } from '../tokens.ts'
import {
  insertConsents,
  findDeclaration,
  insertPerson,
  findActiveInstitution,
  findCohortToJoin,
  findProjects,
  findProjectToJoin,
  type NewPerson,
  type ProjectRow,
} from './store.ts'
import { reportConversionJob } from './conversions.ts'
import { roleIn } from './new-member.ts'

type Maybe<T> = { [K in keyof T]?: T[K] | undefined }
export type SignUpBody = {
  role: UserType
  firstName: string
  lastName: string
  phoneNumber: string
  provider: 'normal' | 'google'
  newPrimaryLanguage: string
} & Maybe<{ institutionCode: string; project: string; email: string; password: string; otp: string }>

/** Proof that the address is theirs: a mailed code, or Google's confirmation. */
type AddressProof = { email: string; code: string; passwordHash: string } | { email: string; googleSubject: string }

type ProofDeps = { now: Date; secret: Uint8Array; limits: Limits; signUpTokens: SignUpTokens }
type SignUpClient = { ip: string; bearer: string | undefined }

/** Runs before the transaction: a wrong code counts although the sign-up is refused, and hashing is slow. */
export async function requireProof(db: Db, body: SignUpBody, client: SignUpClient, deps: ProofDeps): Promise<AddressProof> {
  await requireWithinLimits(db, deps.now, [{ limits: deps.limits.signUpPerIp, key: ipKey(client.ip) }])
  return body.provider === 'google' ? requireGoogle(body, client, deps) : requireMailedCode(db, body, deps)
}

async function requireGoogle(body: SignUpBody, { bearer }: SignUpClient, { signUpTokens }: ProofDeps): Promise<AddressProof> {
  for (const field of ['email', 'password', 'otp'] as const) {
    if (body[field] !== undefined) throw badField(field, 'not_known')
  }
  const identity = await signUpTokens.read(bearer)
  if (identity) return { email: identity.email, googleSubject: identity.subject }
  throw new Refusal(401, 'accounts.google_token_refused', {
    text: 'refusal.accounts.google_token_refused.sign_up',
    nonFieldErrors: [{ key: 'refusal.accounts.google_token_refused.sign_up' }],
  })
}

async function requireMailedCode(db: Db, body: SignUpBody, { now, secret }: ProofDeps): Promise<AddressProof> {
  const { email, password, otp, firstName, lastName } = body
  if (email === undefined) throw badField('email', 'mandatory')
  if (password === undefined) throw badField('password', 'mandatory')
  if (otp === undefined) throw badField('otp', 'mandatory')
  requireGoodPassword(password, ownWords({ email, firstName, lastName }))
  await requireRightCode(db, { address: email, purpose: 'sign_up' }, { now, secret, code: otp })
  return { email, code: otp, passwordHash: await hashPassword(password) }
}

type SignUpContext = { tokens: Tokens; secret: Uint8Array; device: string; reportsConversions: boolean }

/** All or nothing: a refusal leaves no account and the code unused. */
export async function signUp(ctx: PublicCtx, body: SignUpBody, proof: AddressProof, context: SignUpContext): Promise<SignedIn> {
  const { secret } = context
  await requireActiveLanguage(ctx.db, body.newPrimaryLanguage)
  const affiliation = await requireAffiliation(ctx, { ...body, email: proof.email })
  const isGoogle = 'googleSubject' in proof
  const personId = await insertPerson(ctx.db, {
    ...membershipOf(affiliation),
    email: proof.email,
    provider: body.provider,
    passwordHash: isGoogle ? null : proof.passwordHash,
    googleSubject: isGoogle ? proof.googleSubject : null,
    role: roleIn(affiliation.groupType, body.role),
    firstName: body.firstName,
    lastName: body.lastName,
    phoneNumber: body.phoneNumber,
    languageCode: body.newPrimaryLanguage,
    emailVerifiedAt: ctx.now(),
    createdAt: ctx.now(),
  })
  // Before the code is used up: if two people sign up with one address, the second learns that it is taken, not that the code was
  // wrong.
  if (personId === null) throw alreadySignedUp()
  if (!isGoogle) await requireCodeUsedOnce(ctx, { address: proof.email, purpose: 'sign_up' }, { secret, code: proof.code })
  await recordDeclaration(ctx, personId, body.role)
  await ctx.raise({ type: 'accounts.signed_up', personId })
  if (context.reportsConversions && affiliation.membersAreAdults) {
    await ctx.enqueue(reportConversionJob, { personId }, { onceKey: String(personId) })
  }
  return openSignIn(ctx, context.tokens, personId, context.device)
}

const membershipOf = ({ projectId, institutionCode, cohortId }: Affiliation) => ({ projectId, institutionCode, cohortId })

async function requireActiveLanguage(db: Db, code: string) {
  if ((await findActiveLanguages(db)).some((language) => language.code === code)) return
  throw refuseForm(400, 'content.language_not_offered')
}

/** The current version, because that is the one the page has shown. */
async function recordDeclaration(ctx: PublicCtx, personId: number, role: UserType) {
  const declaration = await findDeclaration(ctx.db, role, '')
  if (declaration)
    await insertConsents(ctx.db, [{ personId, kind: 'declaration', version: declaration.version, givenAt: ctx.now() }])
}

export type PersonByStaff = {
  email: string
  role: Role
  firstName: string
  lastName: string
  languageCode: string
  project?: string | undefined
}

type Invitee = Omit<PersonByStaff, 'project'> & { phoneNumber?: string; institutionCode?: string | null }

/** The account of somebody who has not opened the invitation yet, whether staff added one person or imported many. */
export function toInvited(
  { email, role, firstName, lastName, languageCode, phoneNumber = '', institutionCode = null }: Invitee,
  programme: { projectId: number | null; groupType: string | null; cohortId: number | null } | null,
  createdAt: Date,
): NewPerson {
  return {
    email,
    provider: 'normal',
    passwordHash: null,
    googleSubject: null,
    role: roleIn(programme?.groupType ?? null, role),
    firstName,
    lastName,
    phoneNumber,
    languageCode,
    projectId: programme?.projectId ?? null,
    institutionCode,
    cohortId: isStaffRole(role) ? null : (programme?.cohortId ?? null),
    emailVerifiedAt: null,
    createdAt,
  }
}

/** Created by staff for someone who then opens the mailed link and chooses a password; until then nobody can sign in. */
export async function addPerson(ctx: PublicCtx, person: PersonByStaff): Promise<{ personId: number; token: string }> {
  const { email, role, firstName, languageCode, project } = person
  await requireActiveLanguage(ctx.db, languageCode)
  const requireProgramme = isStaffRole(role) ? requireKnownProject : requireAnyOpenProject
  const affiliation = project === undefined ? null : await requireProgramme(ctx, project)
  const personId = await insertPerson(ctx.db, toInvited(person, affiliation, ctx.now()))
  if (personId === null) throw alreadySignedUp()
  return { personId, token: await issueLink(ctx, { personId, address: email, name: firstName, language: languageCode }) }
}

/** The programme or institution someone signs up with, and the settings that follow from it. */
type Affiliation = {
  projectId: number | null
  institutionCode: string | null
  groupType: string | null
  membersAreAdults: boolean
  cohortId: number | null
}

type SignUpChoice = { role: UserType; email: string; project?: string | undefined; institutionCode?: string | undefined }

/** A mentor signs up with an institution code, a mentee with a programme; the field of the other role is ignored. */
function requireAffiliation(ctx: PublicCtx, { role, email, project, institutionCode }: SignUpChoice): Promise<Affiliation> {
  return isMentor(role) ? requireInstitution(ctx, email, institutionCode ?? '') : requireOpenProject(ctx, email, project ?? '')
}

async function requireInstitution(ctx: PublicCtx, email: string, code: string): Promise<Affiliation> {
  const today = indiaDate(ctx.now())
  const institution = await findActiveInstitution(ctx.db, code.trim().toUpperCase(), today)
  // One reply for all cases, so that outsiders learn nothing about the institution.
  if (!institution || !fitsDomains(email, institution.emailDomains)) throw refuseForm(400, 'accounts.institution_refused')
  const { projectId, cohortId } = institution
  const project = projectId === null ? null : await findProjectToJoin(ctx.db, projectId)
  if (projectId !== null && !project) throw refuseForm(400, 'accounts.institution_refused')
  return {
    projectId,
    institutionCode: institution.code,
    groupType: project?.groupType ?? null,
    membersAreAdults: institution.membersAreAdults || project?.membersAreAdults === true,
    cohortId: cohortId ?? (project && (await findCohortToJoin(ctx.db, project.id, today))),
  }
}

async function requireOpenProject(ctx: PublicCtx, email: string, key: string): Promise<Affiliation> {
  // Check the other programmes too: an address whose domain has its own programme is offered no other.
  const listed = await findProjects(ctx.db)
  const projects = listed.some((each) => each.key === key) ? listed : [...listed, ...(await findProjects(ctx.db, key))]
  return requireOpen(ctx, offeredProjects(projects, email), key)
}

/** Staff may add people from any domain, but not to a closed programme. */
async function requireAnyOpenProject(ctx: PublicCtx, key: string): Promise<Affiliation> {
  return requireOpen(ctx, await findProjects(ctx.db, key), key)
}

/** The team of a programme is appointed before it opens. */
async function requireKnownProject(ctx: PublicCtx, key: string): Promise<Affiliation> {
  const [project] = await findProjects(ctx.db, key)
  if (!project) throw refuseForm(400, 'accounts.program_not_open')
  return { projectId: project.id, institutionCode: null, groupType: null, membersAreAdults: false, cohortId: null }
}

async function requireOpen(ctx: PublicCtx, projects: readonly ProjectRow[], key: string): Promise<Affiliation> {
  const chosen = projects.find((each) => each.key === key)
  const project = chosen && (await findProjectToJoin(ctx.db, chosen.id))
  if (!project) throw refuseForm(400, 'accounts.program_not_open')
  const { id, groupType, membersAreAdults } = project
  const cohortId = await findCohortToJoin(ctx.db, id, indiaDate(ctx.now()))
  return { projectId: id, institutionCode: null, groupType, membersAreAdults, cohortId }
}

type DeclarationQuery = { type: string; language: string | undefined; acceptLanguage: string }

export async function getDeclaration(ctx: PublicCtx, { type, language, acceptLanguage }: DeclarationQuery) {
  const known = UserType.options.find((each) => each.toLowerCase() === type.trim().toLowerCase())
  const resolved = await resolveLanguage(ctx.db, acceptLanguage, language)
  const declaration = known && (await findDeclaration(ctx.db, known, resolved))
  if (!declaration) throw notFound('accounts.no_declaration')
  return declaration
}

export async function listProjects(ctx: PublicCtx) {
  const projects = await findProjects(ctx.db)
  return { data: { projects: Object.fromEntries(projects.map((project) => [project.key, project])) } }
}
