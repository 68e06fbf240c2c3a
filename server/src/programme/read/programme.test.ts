import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  aboutFile,
  buildAccounts,
  buildFolder,
  emptyFolder,
  problemsIn,
  sessionFile,
  signUpFiles,
} from '../../../test/programme-folder.ts'
import { readProgramme } from './programme.ts'

const sessionPath = 'sessions/01-first-salary/session.json'
const session = (changes: object) => ({ [sessionPath]: { ...sessionFile, ...changes } })
const about = (changes: object) => ({ 'programme.json': { ...aboutFile, ...changes } })
const accounts = (...changes: object[]) => ({ 'accounts.json': buildAccounts(...changes) })

test('the demo and its made-up people are valid', async () => {
  const demo = fileURLToPath(new URL('../../../../demo', import.meta.url))
  const { madeUp } = await readProgramme(demo, { withMadeUpPeople: true })
  expect(madeUp.size).toBeGreaterThanOrEqual(200)
})

test('reads a valid folder, with sessions in the order of their numbers', async () => {
  const dir = buildFolder({
    'sessions/10-later/session.json': { ...sessionFile, key: 'later', steps: sessionFile.steps.slice(1) },
    'sessions/10-later/steps/make-a-plan.md': 'Later.',
    'sessions/10-later/steps/make-a-plan.hi.md': 'बाद में।',
    'sessions/10-later/overview.md': 'Later.',
    'sessions/10-later/overview.hi.md': 'बाद में।',
    'README.md': 'Not part of it.',
  })
  const programme = await readProgramme(dir)
  expect(programme.sessions.map(({ value }) => value.key)).toEqual(['first-salary', 'later'])
  expect(programme.sessions[1]?.overviews).toEqual(
    new Map([
      ['hi', 'बाद में।'],
      ['', 'Later.'],
    ]),
  )
  expect(programme.accounts?.value.accounts).toMatchObject([
    { provider: 'normal', isDisabled: false, experiences: { session: 'use' } },
  ])
})

test('the hash of a folder depends on its content, not on line endings', async () => {
  const overview = 'sessions/01-first-salary/overview.md'
  const hashOf = async (text: string) => (await readProgramme(buildFolder({ [overview]: text }))).sourceHash
  expect(await hashOf('One.\r\nTwo.\r\n')).toBe(await hashOf('One.\nTwo.\n'))
  expect(await hashOf('One.\nTwo!\n')).not.toBe(await hashOf('One.\nTwo.\n'))
})

const steps = sessionFile.steps
describe('a problem in one file is reported:', () => {
  test.each([
    [
      'a number too small',
      session({ steps: [steps[0], { ...steps[1], durationMinutes: 0 }] }),
      `${sessionPath}:27 steps[1].durationMinutes: must be a whole number from 1`,
    ],
    [
      'a fraction',
      session({ steps: [{ ...steps[0], durationMinutes: 1.5 }] }),
      `${sessionPath}:19 steps[0].durationMinutes: must be a whole number`,
    ],
    [
      'a number too large',
      session({ steps: [{ ...steps[0], durationMinutes: 999 }] }),
      `${sessionPath}:19 steps[0].durationMinutes: must be a whole number up to 240`,
    ],
    [
      'text instead of a number',
      session({ steps: [{ ...steps[0], durationMinutes: '7' }] }),
      `${sessionPath}:19 steps[0].durationMinutes: must be a whole number`,
    ],
    ['a missing field', session({ color: undefined }), `${sessionPath}:1 color: is missing`],
    ['an unknown field', session({ colour: '#FFFFFF' }), `${sessionPath}:34 colour: is not a known field`],
    [
      'a key with capitals',
      session({ key: 'First_Salary' }),
      `${sessionPath}:2 key: must be lower-case letters and digits with single hyphens between, like first-salary`,
    ],
    [
      'a title too long',
      session({ title: { en: 'x'.repeat(61), hi: 'छोटा' } }),
      `${sessionPath}:4 title.en: must have at most 60 characters`,
    ],
    ['no steps', session({ steps: [] }), `${sessionPath}:16 steps: must have at least 1 entries`],
    [
      'a first place for a mentorship session',
      session({ isLearningHub: false, first: 1 }),
      `${sessionPath}:34 first: only a session of the learning hub can be among the first`,
    ],
    ['a first place of zero', session({ first: 0 }), `${sessionPath}:34 first: must be a whole number from 1`],
    ['a word instead of true', session({ isLearningHub: 'yes' }), `${sessionPath}:12 isLearningHub: must be true or false`],
    [
      'an unknown role',
      accounts({ role: 'Teacher' }),
      'accounts.json:9 accounts[0].role: must be one of Mentee, Mentor, GroupMentee, GroupMentor, Admin, ProgramManager, PairManager, Author, SafeguardingLead, Viewer',
    ],
    [
      'an invalid time',
      accounts({ bookmarks: [{ session: 'first-salary', daysAgo: 1, at: '25:00' }] }),
      'accounts.json:28 accounts[0].bookmarks[0].at: must be a time of day in India, like 18:30',
    ],
    [
      'a fraction of a step',
      accounts({ learning: [{ session: 'first-salary', startedDaysAgo: 1, at: '10:00', stepsDone: 'some' }] }),
      'accounts.json:21 accounts[0].learning[0].stepsDone: must be a number of steps, or "all"',
    ],
    [
      'broken JSON',
      { 'programme.json': '{\n  "name": "x"\n  "languages": []\n}' },
      'programme.json:3: a comma or } is expected here',
    ],
    [
      'a duplicate name',
      { 'programme.json': '{\n  "name": "x",\n  "name": "y"\n}' },
      'programme.json:3: "name" is written twice',
    ],
    ['no programme.json', { 'programme.json': null }, 'programme.json: is missing'],
    ['an empty overview', { 'sessions/01-first-salary/overview.md': ' \n' }, 'sessions/01-first-salary/overview.md: is empty'],
    [
      'a misspelt file',
      { 'sessions/01-first-salary/overveiw.md': 'Oh.' },
      'sessions/01-first-salary/overveiw.md: is not part of the format',
    ],
    [
      'a session folder without a number',
      { 'sessions/first/session.json': sessionFile },
      'sessions/first: must be a folder named like 03-first-salary',
    ],
    [
      'a lower-case institution code',
      signUpFiles({ institutions: [{ code: 'abc-1', name: 'Small' }] }),
      'programme.json:32 institutions[0].code: must be capital letters and digits with single hyphens between, like ABC-1234',
    ],
    [
      'an invalid version',
      signUpFiles({ declarations: { Mentee: 0 } }),
      'programme.json:47 declarations.Mentee: must be a whole number from 1',
    ],
    [
      'a declaration for an unknown type',
      { 'declarations/teacher.md': 'Oh.' },
      'declarations/teacher.md: is not part of the format',
    ],
    ['an empty declaration', { ...signUpFiles(), 'declarations/mentor.md': '\n' }, 'declarations/mentor.md: is empty'],
    ['an invalid picture', { 'media/cover-pot.png': 'hello' }, 'media/cover-pot.png: is not a valid .png file'],
  ])('%s', async (_name, changes, problem) => {
    expect(await problemsIn(buildFolder(changes))).toContain(problem)
  })
})

describe('a problem across files is reported:', () => {
  const twin = {
    'sessions/02-twin/session.json': sessionFile,
    'sessions/02-twin/overview.md': 'Twin.',
    'sessions/02-twin/overview.hi.md': 'जुड़वाँ।',
  }
  test.each([
    [
      'a session key used twice',
      twin,
      `sessions/02-twin/session.json:2 key: "first-salary" is already the key of ${sessionPath}`,
    ],
    [
      'a step key used twice',
      session({ steps: [steps[0], steps[0]] }),
      `${sessionPath}:26 steps[1].key: "read-the-slip" occurs twice`,
    ],
    ['an unknown tag', session({ tags: ['money', 'maths'] }), `${sessionPath}:9 tags[1]: "maths" is not a tag in programme.json`],
    [
      'an unknown project',
      session({ projects: ['nowhere'] }),
      `${sessionPath}:14 projects[0]: "nowhere" is not a project in programme.json`,
    ],
    ['a missing cover', session({ cover: 'cover-cat.svg' }), `${sessionPath}:11 cover: "cover-cat.svg" is not a file in media/`],
    ['an unused picture', { 'media/cover-cat.svg': '<svg viewBox="0 0 1 1"/>' }, 'media/cover-cat.svg: is not used by anything'],
    [
      'a missing translation',
      session({ title: { en: 'First salary' } }),
      `${sessionPath}:3 title.hi: the translation is missing`,
    ],
    [
      'an unexpected translation',
      session({ title: { ...sessionFile.title, ta: 'முதல் சம்பளம்' } }),
      `${sessionPath}:6 title.ta: "ta" is not a language of the programme`,
    ],
    [
      'a tag without its translation',
      about({ tags: { money: { en: 'Money' } } }),
      'programme.json:9 tags.money.hi: the translation is missing',
    ],
    [
      'a base language that is not listed',
      about({ baseLanguage: 'ta' }),
      'programme.json:3 baseLanguage: "ta" is not among the languages',
    ],
    [
      'a missing overview',
      { 'sessions/01-first-salary/overview.hi.md': null },
      'sessions/01-first-salary/overview.hi.md: is missing',
    ],
    [
      'an overview in an unknown language',
      { 'sessions/01-first-salary/overview.ta.md': 'முதல்' },
      'sessions/01-first-salary/overview.ta.md: "ta" is not among the programme\'s other languages',
    ],
    [
      'an institution code used twice',
      signUpFiles({
        institutions: [
          { code: 'ABC-1', name: 'One' },
          { code: 'ABC-1', name: 'Other' },
        ],
      }),
      'programme.json:36 institutions[1].code: "ABC-1" occurs twice',
    ],
    [
      'an institution with an unknown project',
      signUpFiles({ institutions: [{ code: 'ABC-1', name: 'One', project: 'nowhere' }] }),
      'programme.json:34 institutions[0].project: "nowhere" is not a project of this file',
    ],
    [
      'a declaration without its translation',
      { ...signUpFiles(), 'declarations/mentee.hi.md': null },
      'declarations/mentee.hi.md: is missing',
    ],
    [
      'a declaration in an unknown language',
      { ...signUpFiles(), 'declarations/mentee.ta.md': 'உறுதி' },
      'declarations/mentee.ta.md: "ta" is not among the programme\'s other languages',
    ],
    [
      'a declaration without a version',
      signUpFiles({ declarations: { Mentee: 1 } }),
      'declarations/mentor.md: has no version under "declarations" in programme.json',
    ],
    ['two accounts with one address', accounts({}, {}), 'accounts.json:33 accounts[1].email: "asha@saathi.example" occurs twice'],
    [
      'an unknown language',
      accounts({ language: 'ta' }),
      'accounts.json:10 accounts[0].language: "ta" is not a language of the programme',
    ],
    [
      'a missing portrait',
      accounts({ portrait: 'portrait-x.svg' }),
      'accounts.json:12 accounts[0].portrait: "portrait-x.svg" is not a file in media/',
    ],
    [
      'a role that does not fit the project',
      accounts({ role: 'GroupMentee' }),
      'accounts.json:9 accounts[0].role: does not fit a project of type 1to1',
    ],
    [
      'a Google account without its subject',
      accounts({ provider: 'google' }),
      'accounts.json:4 accounts[0].googleSubject: is missing',
    ],
    [
      'progress in an unknown session',
      accounts({ learning: [{ session: 'x', startedDaysAgo: 1, at: '10:00', stepsDone: 0 }] }),
      'accounts.json:18 accounts[0].learning[0].session: "x" is not a session',
    ],
    [
      'more completed steps than there are',
      accounts({ learning: [{ session: 'first-salary', startedDaysAgo: 1, at: '10:00', stepsDone: 3 }] }),
      'accounts.json:21 accounts[0].learning[0].stepsDone: "first-salary" has only 2 steps',
    ],
    [
      'a bookmark of an unknown session',
      accounts({ bookmarks: [{ session: 'x', daysAgo: 1, at: '10:00' }] }),
      'accounts.json:26 accounts[0].bookmarks[0].session: "x" is not a session',
    ],
  ])('%s', async (_name, changes, problem) => {
    expect(await problemsIn(buildFolder(changes))).toContain(problem)
  })

  test.each([
    ['an unknown institution', { role: 'Mentor', institution: 'NO-1' }, 'institution: "NO-1" is not a known institution'],
    ['rights of somebody who is not staff', { rights: [{ role: 'Author' }] }, 'rights: are only for staff'],
    [
      'a right for an unknown project',
      { role: 'Author', project: undefined, rights: [{ role: 'Viewer', project: 'x' }] },
      'rights[0].project: "x" is not a project in programme.json',
    ],
    [
      'an administrator of one project',
      { role: 'Author', project: undefined, rights: [{ role: 'Admin', project: 'one-to-one' }] },
      'rights[0].project: is not allowed for Admin',
    ],
    [
      'the right of the role a second time',
      { role: 'Author', project: undefined, rights: [{ role: 'Author' }] },
      'rights[0]: "Author " occurs twice',
    ],
  ])('%s', async (_name, changes, problem) => {
    expect((await problemsIn(buildFolder(accounts(changes)))).join('\n')).toContain(`accounts[0].${problem}`)
  })

  const funnel = { project: 'one-to-one', emailDomain: 'pragati.example', pairManager: 'rekha@saathi.example' }
  test.each([
    [
      'people of an unknown project',
      { ...funnel, project: 'x' },
      'project: must be a project in programme.json with a schedule and matching',
    ],
    ['more people than a funnel may have', { ...funnel, waiting: 2001 }, 'waiting: must be a whole number up to 2000'],
  ])('%s', async (_name, one, problem) => {
    const folder = buildFolder({ ...accounts({}), 'people.json': { seed: 1, funnels: [one] } })
    expect((await problemsIn(folder)).join('\n')).toContain(`funnels[0].${problem}`)
  })
})

test('all problems of a folder are reported at once', async () => {
  const problems = await problemsIn(buildFolder({ ...session({ color: 'red', key: '' }), ...about({ name: 4 }) }))
  expect(problems).toHaveLength(3)
})

test('a missing folder is reported on one line', async () => {
  expect(await problemsIn(join(emptyFolder(), 'nowhere'))).toEqual(['the folder: is not a folder'])
})
