import type { UserType } from '@saathi/contract/accounts/entities'
import type { ImportField, ImportFields, ImportProblem } from '@saathi/contract/accounts/import-columns'
import { roleOfWord } from '@saathi/contract/accounts/import-columns'
import { fitsDomains } from '@saathi/contract/accounts/offered-projects'
import { defaultPhoneCountry, isPhoneNumber, withoutTrunk } from '@saathi/contract/accounts/phone'
import { isMentor } from '@saathi/contract/accounts/roles'
import { Email, hiddenCharacters, plainName } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { covers, type Scope } from '../can.ts'
import type { InstitutionRow, ProjectRow } from '../sign-up/store.ts'
import { readDay } from './read-day.ts'
import { nearest, plainWords } from './spelling.ts'

export type RowProblem = { field: ImportField; problem: ImportProblem; hint: string | null }

/** The stored data with which the file's values are compared. */
export type ImportFacts = {
  scope: Scope
  programmes: readonly ProjectRow[]
  institutions: ReadonlyMap<string, InstitutionRow>
  cohorts: readonly { id: number; projectId: number; name: string; startsOn: string }[]
  /** Staff want the import to change people who have an account. */
  updatesExisting: boolean
  languages: readonly { code: string; name: string; isActive: boolean; isDefault: boolean }[]
}

export type ImportedPerson = {
  email: string
  role: UserType
  firstName: string
  lastName: string
  phoneNumber: string
  languageCode: string
  institutionCode: string | null
  /** The cohort is that of the row, otherwise that of the institution code, if it has one. */
  programme: { projectId: number; groupType: string; cohortId: number | null }
}

type Report = (field: ImportField, problem: ImportProblem, hint?: string) => null

/** Applies the rules of sign-up and of adding a person, and reports the field of each problem. */
export function checkFields(fields: ImportFields, facts: ImportFacts): { person: ImportedPerson | null; problems: RowProblem[] } {
  const problems: RowProblem[] = []
  const report: Report = (field, problem, hint) => {
    problems.push({ field, problem, hint: hint ?? null })
    return null
  }
  const firstName = readName('firstName', fields, report)
  const lastName = readName('lastName', fields, report)
  const email = readAddress(fields, report)
  const phoneNumber = readPhone(fields, report)
  const role = readRole(fields, report)
  const institution = readInstitution(fields, { role, email }, facts, report)
  const programme = readProgramme(fields, institution, facts, report)
  const cohortId = readCohort(fields, programme, facts, report) ?? institution?.cohortId ?? null
  const languageCode = readLanguage(fields, facts, report)
  if (problems.length > 0 || !firstName || !lastName || !email || !role || !programme || !languageCode || phoneNumber === null)
    return { person: null, problems }
  const { id: projectId, groupType } = programme
  const institutionCode = institution?.code ?? null
  const person = { email, role, firstName, lastName, phoneNumber, languageCode, institutionCode }
  return { person: { ...person, programme: { projectId, groupType, cohortId } }, problems }
}

const NAME_MAX = 60
const PlainName = z.string().check(plainName())
const opensFormula = /^'?[=+\-@#|]/

/** Latin letters next to letters that only look like them. */
const mixesScripts = (text: string) => /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)

function readName(field: 'firstName' | 'lastName', fields: ImportFields, report: Report): string | null {
  const name = fields[field].normalize().trim()
  if (name === '') return report(field, 'missing')
  if (opensFormula.test(name)) return report(field, 'formula')
  if (name.length > NAME_MAX) return report(field, 'too_long', String(NAME_MAX))
  if (!PlainName.safeParse(name).success) return report(field, 'hidden')
  return mixesScripts(name) ? report(field, 'lookalike') : name
}

function readAddress({ email }: ImportFields, report: Report): string | null {
  if (email === '') return report('email', 'missing')
  if (hiddenCharacters.test(email)) return report('email', 'hidden')
  const foreign = /[^ -~]/u.exec(email)?.[0]
  if (foreign !== undefined) return report('email', 'lookalike', foreign)
  return Email.safeParse(email).data ?? report('email', 'not_an_address')
}

/** A number without a plus counts as Indian instead of being guessed. Empty without a number: people enter theirs later. */
function readPhone({ phone }: ImportFields, report: Report): string | null {
  if (phone === '') return ''
  const isTyped = /^'?\+?[\d\s().-]+$/.test(phone)
  const digits = phone.replace(/\D/g, '')
  const { dialCode, maxDigits } = defaultPhoneCountry
  const national = withoutTrunk(digits, defaultPhoneCountry)
  const number = !phone.includes('+') && dialCode.length + national.length === maxDigits ? dialCode + national : digits
  const isKnown = phone.includes('+') || (number.length === maxDigits && number.startsWith(dialCode))
  return isTyped && isKnown && isPhoneNumber(number) ? number : report('phone', 'not_a_phone', String(digits.length))
}

function readRole({ role: word }: ImportFields, report: Report): UserType | null {
  if (word === '') return report('role', 'missing')
  const role = roleOfWord(word)
  if (role === 'staff') return report('role', 'staff_role')
  return role ?? report('role', 'unknown_role')
}

/** Same rules as sign-up: only mentors have an institution; it must be active and accept the address. */
function readInstitution(
  { institution: code }: ImportFields,
  { role, email }: { role: UserType | null; email: string | null },
  facts: ImportFacts,
  report: Report,
): InstitutionRow | null {
  if (code === '' || role === null) return null
  if (!isMentor(role)) return report('institution', 'institution_of_mentors')
  const institution = facts.institutions.get(code.toUpperCase())
  if (!institution || (email !== null && !fitsDomains(email, institution.emailDomains)))
    return report('institution', 'institution_refused')
  return institution
}

/** Found by key or name; defaults to the institution's programme. */
function readProgramme(
  { programme: text }: ImportFields,
  institution: InstitutionRow | null,
  { programmes, scope }: ImportFacts,
  report: Report,
): ProjectRow | null {
  const own = programmes.filter(({ id }) => covers(scope, id))
  const ofInstitution = institution?.projectId ?? null
  const isOfInstitution = text === '' && ofInstitution !== null
  if (text === '' && !isOfInstitution) return report('programme', 'missing')
  const plainText = plainWords(text)
  const programme = isOfInstitution
    ? programmes.find(({ id }) => id === ofInstitution)
    : programmes.find(({ key, name }) => [key, name].some((each) => plainWords(each) === plainText))
  if (!programme) return report('programme', 'unknown_programme', nearest(text, own))
  if (!covers(scope, programme.id)) return report('programme', 'foreign_programme')
  if (programme.isDisabled) return report('programme', 'closed_programme')
  const isElsewhere = ofInstitution !== null && ofInstitution !== programme.id
  return isElsewhere ? report('institution', 'institution_elsewhere') : programme
}

/** Found by name, by start day, or by both, which must then agree. */
function readCohort(
  { cohort: name, startsOn: text }: ImportFields,
  programme: ProjectRow | null,
  { cohorts }: ImportFacts,
  report: Report,
): number | null {
  if (name === '' && text === '') return null
  const day = text === '' ? null : readDay(text)
  if (text !== '' && day === null) return report('startsOn', 'not_a_date')
  if (!programme) return null
  const own = cohorts.filter(({ projectId }) => projectId === programme.id)
  const named = name === '' ? own : own.filter((each) => plainWords(each.name) === plainWords(name))
  const known = own.map((each) => ({ key: each.name, name: each.name }))
  if (name !== '' && named.length === 0) return report('cohort', 'unknown_cohort', nearest(name, known))
  const found = named.find(({ startsOn }) => day === null || startsOn === day)
  return found ? found.id : report('startsOn', 'no_cohort_then')
}

/** Found by code, or by its name in English, in Hindi or in the language itself; defaults to the product's language. */
function readLanguage({ language: text }: ImportFields, { languages }: ImportFacts, report: Report): string | null {
  const plainText = plainWords(text)
  const language = languages.find(({ code, name, isDefault }) =>
    text === '' ? isDefault : namesOf(code, name).includes(plainText),
  )
  if (!language) return report('language', 'unknown_language')
  return language.isActive ? language.code : report('language', 'language_not_offered')
}

const known = new Map<string, readonly string[]>()
const inEnglish = new Intl.DisplayNames('en', { type: 'language' })
const inHindi = new Intl.DisplayNames('hi', { type: 'language' })

function namesOf(code: string, name: string): readonly string[] {
  const found = known.get(code) ?? [code, name, inEnglish.of(code) ?? '', inHindi.of(code) ?? ''].map(plainWords)
  known.set(code, found)
  return found
}
