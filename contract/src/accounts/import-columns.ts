import * as z from 'zod/mini'

/** The fields of a person in an imported row. A column with the full name is split into the first two. */
export const ImportField = z.enum([
  'firstName',
  'lastName',
  'email',
  'phone',
  'role',
  'programme',
  'cohort',
  'startsOn',
  'language',
  'institution',
])
export type ImportField = z.infer<typeof ImportField>

/** A column as it was read from its header. */
export const ImportColumn = z.enum([...ImportField.options, 'fullName'])

const none = z._default(z.string(), '')
/** Values as they are in the file. They are empty once the person has left. */
export const ImportFields = z.object({
  firstName: none,
  lastName: none,
  email: none,
  phone: none,
  role: none,
  programme: none,
  cohort: none,
  startsOn: none,
  language: none,
  institution: none,
})
export type ImportFields = Readonly<Record<ImportField, string>>

const headers: Readonly<Record<ImportField | 'fullName', readonly string[]>> = {
  fullName: ['name', 'full name', 'whole name', 'नाम', 'पूरा नाम'],
  firstName: ['first name', 'given name', 'पहला नाम', 'प्रथम नाम'],
  lastName: ['last name', 'surname', 'family name', 'उपनाम', 'अंतिम नाम', 'कुलनाम'],
  email: ['e-mail', 'email address', 'mail', 'ईमेल', 'ई-मेल', 'ईमेल पता'],
  phone: ['phone', 'phone number', 'mobile', 'mobile number', 'फ़ोन', 'फ़ोन नंबर', 'मोबाइल', 'मोबाइल नंबर'],
  role: ['role', 'भूमिका'],
  programme: ['programme', 'program', 'project', 'कार्यक्रम'],
  cohort: ['cohort', 'batch', 'intake', 'कोहोर्ट', 'समूह', 'बैच'],
  startsOn: ['start date', 'starts on', 'cohort start', 'start day', 'शुरू होने की तारीख', 'प्रारंभ तिथि'],
  language: ['language', 'primary language', 'भाषा'],
  institution: ['institution code', 'institution', 'code', 'संस्था कोड', 'संस्थान कोड', 'संस्था का कोड'],
}

/** Letters, marks and digits only: 'E-mail *' and 'email' are the same header, and so are two spellings of फ़. */
const plain = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

const known = new Map(
  Object.entries(headers).flatMap(([field, names]) => [field, ...names].map((name) => [plain(name), field] as const)),
)

/** Null for a column that is ignored. */
export function fieldOfHeader(header: string): ImportField | 'fullName' | null {
  const field = known.get(plain(header))
  if (field === 'fullName') return field
  return ImportField.safeParse(field).data ?? null
}

/** Without a column for each of these, no row could be imported. */
export const requiredFields: readonly ImportField[] = ['firstName', 'lastName', 'email', 'role']

const roleWords: Readonly<Record<string, 'Mentee' | 'Mentor' | 'staff'>> = {
  mentee: 'Mentee',
  groupmentee: 'Mentee',
  student: 'Mentee',
  मेंटी: 'Mentee',
  छात्र: 'Mentee',
  छात्रा: 'Mentee',
  mentor: 'Mentor',
  groupmentor: 'Mentor',
  मेंटर: 'Mentor',
  admin: 'staff',
  administrator: 'staff',
  programmanager: 'staff',
  programmemanager: 'staff',
  pairmanager: 'staff',
  coordinator: 'staff',
  author: 'staff',
  safeguardinglead: 'staff',
  viewer: 'staff',
}
const roles = new Map(Object.entries(roleWords).map(([word, role]) => [plain(word), role] as const))

/** `staff`: a role that an import cannot assign. Null if the word names no role. */
export const roleOfWord = (word: string): 'Mentee' | 'Mentor' | 'staff' | null => roles.get(plain(word)) ?? null

/** Why a row is refused or skipped. The web has a text for each. */
export const ImportProblem = z.enum([
  'missing',
  'too_long',
  'hidden',
  'formula',
  'lookalike',
  'not_an_address',
  'same_as_row',
  'has_account',
  'not_a_phone',
  'unknown_role',
  'staff_role',
  'unknown_programme',
  'closed_programme',
  'foreign_programme',
  'unknown_cohort',
  'not_a_date',
  'no_cohort_then',
  'has_joined',
  'unknown_language',
  'language_not_offered',
  'institution_refused',
  'institution_of_mentors',
  'institution_elsewhere',
])
export type ImportProblem = z.infer<typeof ImportProblem>
