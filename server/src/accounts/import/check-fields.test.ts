import { fieldOfHeader, ImportField, type ImportFields } from '@saathi/contract/accounts/import-columns'
import { describe, expect, test } from 'vitest'
import { findText } from '#core/texts.ts'
import { checkFields, type ImportFacts } from './check-fields.ts'
import { readColumns } from './read-columns.ts'

const pragati = {
  id: 7,
  key: 'pragati',
  name: 'Pragati',
  emailDomains: [],
  isDisabled: false,
  groupType: '1toM',
  languages: [],
}
const facts: ImportFacts = {
  scope: new Set([7, 8]),
  programmes: [
    pragati,
    { ...pragati, id: 8, key: 'closed', name: 'Closed', isDisabled: true },
    { ...pragati, id: 9, key: 'udaan', name: 'Udaan' },
  ],
  institutions: new Map([
    ['KTHM', { code: 'KTHM', emailDomains: ['kthm.example'], projectId: 7, cohortId: null, membersAreAdults: false }],
    ['TCS', { code: 'TCS', emailDomains: [], projectId: 9, cohortId: null, membersAreAdults: true }],
  ]),
  cohorts: [
    { id: 1, projectId: 7, name: 'Autumn 2026', startsOn: '2026-09-15' },
    { id: 2, projectId: 7, name: 'Spring 2027', startsOn: '2027-01-10' },
    { id: 3, projectId: 9, name: 'Winter 2026', startsOn: '2026-12-01' },
  ],
  updatesExisting: false,
  languages: [
    { code: 'en', name: 'English', isActive: true, isDefault: true },
    { code: 'hi', name: 'हिन्दी', isActive: true, isDefault: false },
    { code: 'ta', name: 'தமிழ்', isActive: false, isDefault: false },
  ],
}

const asha: ImportFields = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: ' Asha@Saathi.example',
  phone: '+91 98000-00001',
  role: 'mentee',
  programme: 'PRAGATI',
  cohort: '',
  startsOn: '',
  language: 'Hindi',
  institution: '',
}
const check = (changes: Partial<ImportFields>) => checkFields({ ...asha, ...changes }, facts)
const problemsOf = (changes: Partial<ImportFields>) =>
  check(changes).problems.map(({ field, problem, hint }) =>
    hint === null ? `${field} ${problem}` : `${field} ${problem} ${hint}`,
  )

describe('[STF-10] a cohort', () => {
  test('is found by its name, by the day on which it starts, or by both', () => {
    const cohortOf = (changes: Partial<ImportFields>) => check(changes).person?.programme.cohortId
    expect(cohortOf({})).toBeNull()
    expect([cohortOf({ cohort: 'autumn 2026' }), cohortOf({ startsOn: '10/01/2027' })]).toEqual([1, 2])
    expect(cohortOf({ cohort: 'Spring 2027', startsOn: '2027-01-10' })).toBe(2)
  })

  test('of another programme, an unknown one and a wrong day are refused in their column', () => {
    expect(problemsOf({ cohort: 'Winter 2026' })).toEqual(['cohort unknown_cohort'])
    expect(problemsOf({ cohort: 'Autum 2026' })).toEqual(['cohort unknown_cohort Autumn 2026'])
    expect(problemsOf({ startsOn: '31/06/2026' })).toEqual(['startsOn not_a_date'])
    expect(problemsOf({ startsOn: '16/09/2026' })).toEqual(['startsOn no_cohort_then'])
    expect(problemsOf({ cohort: 'Autumn 2026', startsOn: '2027-01-10' })).toEqual(['startsOn no_cohort_then'])
  })
})

describe('[STF-10] a row', () => {
  test('becomes a person, with address, phone, programme and language in their stored form', () => {
    expect(check({})).toEqual({
      person: {
        email: 'asha@saathi.example',
        role: 'Mentee',
        firstName: 'Asha',
        lastName: 'Rao',
        phoneNumber: '919800000001',
        languageCode: 'hi',
        institutionCode: null,
        programme: { projectId: 7, groupType: '1toM', cohortId: null },
      },
      problems: [],
    })
  })

  test.each<[string, Partial<ImportFields>, Record<string, unknown>]>([
    ['a phone without a country code is Indian', { phone: '098000 00001' }, { phoneNumber: '919800000001' }],
    ['a phone may be missing', { phone: '' }, { phoneNumber: '' }],
    ['a language may be a code', { language: 'hi' }, { languageCode: 'hi' }],
    ['a language may be in its own letters', { language: 'हिन्दी' }, { languageCode: 'hi' }],
    ['without a language it is that of the product', { language: '' }, { languageCode: 'en' }],
    ['a role may be in Hindi', { role: 'मेंटर' }, { role: 'Mentor' }],
    [
      'the programme of a mentor follows from the institution',
      { role: 'Mentor', programme: '', institution: 'kthm', email: 'r@kthm.example' },
      { institutionCode: 'KTHM', programme: { projectId: 7, groupType: '1toM' } },
    ],
    ['names may have joiners and apostrophes', { firstName: 'क्‍ष', lastName: "O'Brien" }, { lastName: "O'Brien" }],
  ])('%s', (_what, changes, expected) => {
    expect(check(changes)).toMatchObject({ person: expected, problems: [] })
  })

  test.each<[string, Partial<ImportFields>, string]>([
    ['no name', { firstName: ' ' }, 'firstName missing'],
    ['a long name', { lastName: 'a'.repeat(61) }, 'lastName too_long 60'],
    ['a formula as a name', { firstName: '=HYPERLINK("x")' }, 'firstName formula'],
    ['a formula that an export has made harmless', { firstName: "'@SUM(1)" }, 'firstName formula'],
    ['a name with a change of direction', { firstName: 'As\u202eha' }, 'firstName hidden'],
    ['a name with a line break', { lastName: 'Rao\nDevi' }, 'lastName hidden'],
    ['a name with letters that only look Latin', { firstName: 'Аsha' }, 'firstName lookalike'],
    ['no address', { email: '' }, 'email missing'],
    ['no address at all', { email: 'asha' }, 'email not_an_address'],
    ['an address with a Cyrillic letter', { email: 'аsha@saathi.example' }, 'email lookalike а'],
    ['an address with an invisible character', { email: 'as\u200bha@saathi.example' }, 'email hidden'],
    ['an address with a change of direction', { email: 'as\u202eha@saathi.example' }, 'email hidden'],
    ['a long address', { email: `${'a'.repeat(330)}@b.example` }, 'email not_an_address'],
    ['a short phone', { phone: '98220 4471' }, 'phone not_a_phone 9'],
    ['words as a phone', { phone: 'ask her' }, 'phone not_a_phone 0'],
    ['no role', { role: '' }, 'role missing'],
    ['an unknown role', { role: 'wizard' }, 'role unknown_role'],
    ['a role of the team', { role: 'Programme manager' }, 'role staff_role'],
    ['no programme', { programme: '' }, 'programme missing'],
    ['a misspelt programme', { programme: 'Pragatti' }, 'programme unknown_programme Pragati'],
    ['an unknown programme', { programme: 'Something else' }, 'programme unknown_programme'],
    ['a programme of colleagues', { programme: 'Udaan' }, 'programme foreign_programme'],
    ['a closed programme', { programme: 'closed' }, 'programme closed_programme'],
    ['an unknown language', { language: 'Klingon' }, 'language unknown_language'],
    ['a language that is not offered', { language: 'Tamil' }, 'language language_not_offered'],
    ['an unknown institution', { role: 'Mentor', institution: 'X' }, 'institution institution_refused'],
    ['an institution with other addresses', { role: 'Mentor', institution: 'KTHM' }, 'institution institution_refused'],
    ['an institution for a mentee', { institution: 'KTHM' }, 'institution institution_of_mentors'],
    ['an institution of another programme', { role: 'Mentor', institution: 'TCS' }, 'institution institution_elsewhere'],
  ])('is refused with %s', (_what, changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem])
    expect(check(changes).person).toBeNull()
  })

  test('names every mistake at once', () => {
    expect(problemsOf({ firstName: '', email: 'asha', role: 'wizard' })).toEqual([
      'firstName missing',
      'email not_an_address',
      'role unknown_role',
    ])
  })
})

describe('[STF-10] columns', () => {
  test.each(['en', 'hi'])('of the template are understood in %s', (language) => {
    const t = findText(language)
    expect(ImportField.options.map((field) => fieldOfHeader(t(`staff.import.field.${field}`)))).toEqual(ImportField.options)
    expect(fieldOfHeader(t('staff.import.field.fullName'))).toBe('fullName')
  })

  test('are found by English and Hindi headers, however they are spelt', () => {
    const headers = ['First name', 'LAST_NAME', 'E-Mail *', 'ईमेल', 'फ़ोन', 'मोबाइल नंबर', 'भूमिका', 'Programme', 'संस्था कोड', 'Notes']
    expect(headers.map(fieldOfHeader)).toEqual([
      'firstName',
      'lastName',
      'email',
      'email',
      'phone',
      'phone',
      'role',
      'programme',
      'institution',
      null,
    ])
  })

  test('may be in any order, with the whole name in one and others that are ignored', () => {
    const { columns, rows } = readColumns([
      ['Notes', 'भूमिका', 'नाम', 'E-mail'],
      ['', '', '', ''],
      ['tall', 'mentee', 'Asha Devi Rao', 'a@b.example'],
    ])
    expect(columns.map(({ field }) => field)).toEqual([null, 'role', 'fullName', 'email'])
    expect(rows).toMatchObject([{ number: 3, fields: { firstName: 'Asha Devi', lastName: 'Rao', role: 'mentee', phone: '' } }])
  })

  test.each([
    ['nothing', [], 'accounts.import_empty'],
    ['only a header', [['Name', 'E-mail', 'Role']], 'accounts.import_empty'],
    [
      'only empty rows below it',
      [
        ['Name', 'E-mail', 'Role'],
        ['', ''],
      ],
      'accounts.import_empty',
    ],
    ['no header', [['Asha Rao', 'a@b.example']], 'accounts.import_columns_missing'],
    ['two columns for the same', [['Name', 'E-mail', 'Mail', 'Role'], ['Asha Rao']], 'accounts.import_columns_twice'],
  ])('are refused for a file with %s', (_what, cells, code) => {
    expect(() => readColumns(cells)).toThrow(expect.objectContaining({ code }))
  })
})
