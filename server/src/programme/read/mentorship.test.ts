import { describe, expect, test } from 'vitest'
import { buildAccounts, buildFolder, problemsIn } from '../../../test/programme-folder.ts'
import {
  address,
  group,
  mentorshipFiles,
  pair,
  people,
  schedule,
  scheduled,
  screensFile,
  memberProgress,
  mentorshipSessionFile,
} from '../../../test/programme-mentorship.ts'
import { readProgramme } from './programme.ts'

type Changes = NonNullable<Parameters<typeof buildFolder>[0]>
const problems = (changes: Changes) => problemsIn(buildFolder({ ...mentorshipFiles(), ...changes }))
const about = (changes: object) => ({ 'programme.json': scheduled(changes) })
const screen = (changes: object) => ({
  'screens.json': { ...screensFile, potential_match: { ...screensFile.potential_match, ...changes } },
})
const mentorships = (...list: object[]) => ({ 'mentorships.json': { mentorships: list } })
const walked = (changes: object) => mentorships({ ...pair, walked: [{ ...memberProgress, ...changes }] })

test('reads a folder with schedules, screens and mentorships, and applies defaults', async () => {
  const programme = await readProgramme(buildFolder(mentorshipFiles()))
  expect(programme.about.value.projects.map(({ schedule: own }) => own)).toEqual([
    [
      { session: 'walk-together', days: 14 },
      { session: 'one-goal', days: 21 },
    ],
    [{ session: 'walk-together', days: 14 }],
  ])
  expect(Object.keys(programme.screens?.value ?? {})).toEqual([
    'finding_matches',
    'potential_match',
    'awaiting_mentor_response',
    'group_hold',
  ])
  expect(programme.mentorships?.value.mentorships).toMatchObject([
    { walked: [{ answersAllRight: false }, { answersAllRight: true }] },
    { walked: [] },
  ])
})

test('accepts a folder without any of them, and a session without a schedule', async () => {
  const none = { 'screens.json': null, 'media/screen-finding.svg': null, 'mentorships.json': null }
  const programme = await readProgramme(buildFolder({ ...mentorshipFiles(), ...none, ...about({ schedule: undefined }) }))
  expect(programme).toMatchObject({ screens: null, mentorships: null })
  expect(programme.about.value.projects[0]?.schedule).toEqual([])
})

describe('a schedule', () => {
  const at = 'projects[0].schedule'
  test.each([
    [
      'an unknown session',
      about({ schedule: [{ session: 'none' }] }),
      `programme.json:21 ${at}[0].session: "none" is not a session`,
    ],
    [
      'a session of the learning hub',
      about({ schedule: [{ session: 'first-salary' }] }),
      `programme.json:21 ${at}[0].session: "first-salary" is for the learning hub, not for mentorships`,
    ],
    [
      'a duplicate session',
      about({ schedule: [...schedule, ...schedule] }),
      `programme.json:28 ${at}[2].session: "walk-together" occurs twice`,
    ],
    [
      'a session of another project',
      { 'sessions/03-one-goal/session.json': mentorshipSessionFile('one-goal', { projects: ['circle'] }) },
      `programme.json:24 ${at}[1].session: "one-goal" is not for members of pairs`,
    ],
    [
      'zero days',
      about({ schedule: [{ session: 'one-goal', days: 0 }] }),
      `programme.json:22 ${at}[0].days: must be a whole number from 1`,
    ],
    [
      'more days than a year',
      about({ schedule: [{ session: 'one-goal', days: 366 }] }),
      `programme.json:22 ${at}[0].days: must be a whole number up to 365`,
    ],
  ])('%s is reported with its location', async (_what, changes, problem) => {
    expect(await problems(changes)).toContain(problem)
  })
})

describe('matching screens', () => {
  const at = 'potential_match'
  test.each([
    ['a missing screen', { 'screens.json': { ...screensFile, group_hold: undefined } }, 'screens.json:1 group_hold: is missing'],
    ['an unknown screen', { 'screens.json': { ...screensFile, hello: {} } }, 'screens.json:43 hello: is not a known field'],
    [
      'a title without its translation',
      screen({ title: { en: 'Look' } }),
      `screens.json:14 ${at}.title.hi: the translation is missing`,
    ],
    [
      'a description without its translation',
      screen({ description: { hi: 'देखिए।' } }),
      `screens.json:18 ${at}.description.en: the translation is missing`,
    ],
    [
      'a title that is too long',
      screen({ title: { en: 'a'.repeat(61), hi: 'आ' } }),
      `screens.json:15 ${at}.title.en: must have at most 60 characters`,
    ],
    [
      'a description of two lines',
      screen({ description: { en: 'One.\nTwo.', hi: 'एक।' } }),
      `screens.json:19 ${at}.description.en: must be one line of text without spaces around it`,
    ],
    ['a missing picture', screen({ image: 'no.svg' }), `screens.json:22 ${at}.image: "no.svg" is not a file in media/`],
  ])('%s is reported with its location', async (_what, changes, problem) => {
    expect(await problems(changes)).toContain(problem)
  })
})

describe('mentorships', () => {
  const at = 'mentorships[0]'
  test.each([
    [
      'an unknown project',
      mentorships({ ...pair, project: 'none' }),
      `mentorships.json:4 ${at}.project: "none" is not a project in programme.json`,
    ],
    [
      'a project without a schedule',
      about({ schedule: [] }),
      `mentorships.json:4 ${at}.project: "pairs" has no schedule in programme.json`,
    ],
    [
      'a mentor without an account',
      mentorships({ ...pair, mentor: address('nobody') }),
      `mentorships.json:5 ${at}.mentor: "nobody@saathi.example" is not a person in accounts.json`,
    ],
    [
      'a mentee as mentor',
      mentorships({ ...pair, mentor: address('nisha') }),
      `mentorships.json:5 ${at}.mentor: a Mentee may not lead a mentorship`,
    ],
    [
      'a mentor as mentee',
      mentorships({ ...pair, mentees: [address('ravi')] }),
      `mentorships.json:7 ${at}.mentees[0]: a Mentor may not follow in a mentorship`,
    ],
    [
      'a duplicate person',
      mentorships({ ...pair, mentees: [address('ravi')] }),
      `mentorships.json:7 ${at}.mentees[0]: "ravi@saathi.example" occurs twice`,
    ],
    [
      'a member of another project',
      mentorships({ ...pair, mentees: [address('divya')] }),
      `mentorships.json:7 ${at}.mentees[0]: "divya@saathi.example" is not in pairs`,
    ],
    [
      'a pair manager without the role',
      mentorships({ ...pair, pairManager: address('nisha') }),
      `mentorships.json:9 ${at}.pairManager: a Mentee may not manage a mentorship`,
    ],
    [
      'two mentees in a pair',
      mentorships({ ...pair, mentees: [address('asha'), address('nisha')] }),
      `mentorships.json:6 ${at}.mentees: must have exactly 1 entry in a project of type 1to1`,
    ],
    ['no mentee', mentorships({ ...pair, mentees: [] }), `mentorships.json:6 ${at}.mentees: must have at least 1 entries`],
    [
      'more mentees than a group can have',
      mentorships({ ...group, mentees: Array.from({ length: 11 }, () => address('divya')) }),
      `mentorships.json:6 ${at}.mentees: must have at most 10 entries`,
    ],
    [
      'an end before the start',
      mentorships({ ...group, endedDaysAgo: 40 }),
      `mentorships.json:11 ${at}.endedDaysAgo: must be fewer days ago than it started`,
    ],
    [
      'a mentee in two active mentorships',
      mentorships(pair, { ...pair, walked: [] }),
      'mentorships.json:34 mentorships[1].mentees[0]: "asha@saathi.example" is already in an active mentorship',
    ],
  ])('%s is reported with its location', async (_what, changes, problem) => {
    expect(await problems(changes)).toContain(problem)
  })

  test('may contain a mentee of an ended mentorship', async () => {
    const before = { ...pair, startedDaysAgo: 90, endedDaysAgo: 30, walked: [] }
    expect(await problems(mentorships(before, pair))).toEqual([])
  })

  test('require accounts.json', async () => {
    expect(await problems({ 'accounts.json': null, 'media/portrait-asha.svg': null })).toEqual([
      'mentorships.json: needs accounts.json, because it refers to its people',
    ])
  })
})

describe('an event', () => {
  const call = { title: 'Our call', by: address('asha'), inDays: 3, at: '19:30', session: 'one-goal' }
  const weekly = { title: 'Weekly', by: address('ravi'), inDays: -7, at: '19:30', repeats: 'WEEKLY', untilInDays: 21 }
  const events = (...list: object[]) => mentorships({ ...pair, walked: [], events: list })
  const at = 'mentorships[0].events[0]'

  test('may be single or recurring, and has defaults', async () => {
    const moved = { ...weekly, moved: [{ occurrence: 2, inDays: 1, at: '18:00' }], isCall: false, description: 'Short.' }
    const programme = await readProgramme(buildFolder({ ...mentorshipFiles(), ...events(call, moved) }))
    expect(programme.mentorships?.value.mentorships[0]?.events).toMatchObject([
      { title: 'Our call', description: '', isCall: true, moved: [] },
      { title: 'Weekly', isCall: false, moved: [{ occurrence: 2 }] },
    ])
    const without = await readProgramme(buildFolder(mentorshipFiles()))
    expect(without.mentorships?.value.mentorships[0]?.events).toEqual([])
  })

  test.each([
    ['by a non-member', { ...call, by: address('nisha') }, 'by: "nisha@saathi.example" is not a member of this mentorship'],
    [
      'about a session outside the schedule',
      { ...call, session: 'first-salary' },
      'session: "first-salary" is not a session in the schedule of pairs',
    ],
    [
      'that is single and about no session',
      { ...call, session: undefined },
      'session: is missing; only a recurring event may leave it out',
    ],
    ['that is single and has an end', { ...call, untilInDays: 10 }, 'untilInDays: is only allowed with repeats'],
    [
      'that is single and has moved occurrences',
      { ...call, moved: [{ occurrence: 1, inDays: 4, at: '18:00' }] },
      'moved: is only allowed with repeats',
    ],
    ['that recurs without an end', { ...weekly, untilInDays: undefined }, 'untilInDays: is missing, because the event repeats'],
    [
      'that recurs and ends before its start',
      { ...weekly, untilInDays: -8 },
      'untilInDays: must not be before the first occurrence',
    ],
    ['that recurs and is about a session', { ...weekly, session: 'one-goal' }, 'session: must be left out for a recurring event'],
    ['with a title of two lines', { ...call, title: 'Our\ncall' }, 'title: must be one line of text without spaces around it'],
    ['with an invalid time', { ...call, at: '25:00' }, 'at: must be a time of day in India, like 18:30'],
  ])('%s is reported with its location', async (_what, event, problem) => {
    const found = await problems(events(event))
    expect(found).toEqual([expect.stringMatching(/^mentorships\.json:\d+ /)])
    expect(found[0]).toContain(`${at}.${problem}`)
  })
})

describe('mentorship progress', () => {
  const at = 'mentorships[0].walked[0]'
  test.each([
    [
      'by the pair manager',
      walked({ who: address('anita') }),
      `mentorships.json:13 ${at}.who: "anita@saathi.example" is not a mentor or mentee of this mentorship`,
    ],
    [
      'a session outside the schedule',
      walked({ session: 'first-salary' }),
      `mentorships.json:14 ${at}.session: "first-salary" is not a session in the schedule of pairs`,
    ],
    [
      'more steps than there are',
      walked({ stepsDone: 3 }),
      `mentorships.json:17 ${at}.stepsDone: "walk-together" has only 2 steps`,
    ],
    [
      'before the start',
      walked({ startedDaysAgo: 11 }),
      `mentorships.json:15 ${at}.startedDaysAgo: must lie between the start and the end of the mentorship`,
    ],
    [
      'after the end',
      mentorships({ ...group, walked: [{ ...memberProgress, who: address('divya'), startedDaysAgo: 4 }] }),
      `mentorships.json:16 ${at}.startedDaysAgo: must lie between the start and the end of the mentorship`,
    ],
    ['a rating beyond five', walked({ rating: 6 }), `mentorships.json:19 ${at}.rating: must be a whole number up to 5`],
    [
      'the same session twice',
      mentorships({ ...pair, walked: [memberProgress, memberProgress] }),
      'mentorships.json:21 mentorships[0].walked[1]: "asha@saathi.example walk-together" occurs twice',
    ],
  ])('%s is reported with its location', async (_what, changes, problem) => {
    expect(await problems(changes)).toContain(problem)
  })

  test('is not allowed in the learning of an account', async () => {
    const learning = [{ session: 'one-goal', startedDaysAgo: 2, at: '18:30', stepsDone: 1 }]
    const problem = await problems({ 'accounts.json': buildAccounts({ ...people[0], learning }, ...people.slice(1)) })
    expect(problem).toEqual([
      'accounts.json:18 accounts[0].learning[0].session: "one-goal" is for mentorships, not for the learning hub',
    ])
  })
})

describe('a message', () => {
  const message = { by: address('asha'), daysAgo: 3, at: '18:30', text: 'Hello' }
  const inPair = (...list: object[]) => mentorships({ ...pair, walked: [], messages: list })
  const inGroup = (...list: object[]) => mentorships({ ...group, messages: list })
  const at = 'mentorships[0].messages[0]'

  test('is read with its recipient', async () => {
    const list = [message, { ...message, to: 'assistant' }, { ...message, by: 'assistant', to: address('asha') }]
    const programme = await readProgramme(buildFolder({ ...mentorshipFiles(), ...inPair(...list) }))
    expect(programme.mentorships?.value.mentorships[0]?.messages).toEqual(list)
    expect(await problems(inGroup({ ...message, by: address('meera'), to: address('divya'), daysAgo: 9 }))).toEqual([])
  })

  test.each<[object, string]>([
    [{ by: address('nisha') }, `${at}.by`],
    [{ to: address('nisha') }, `${at}.to`],
    [{ by: 'assistant' }, `${at}.to`],
    [{ by: 'assistant', to: 'assistant' }, `${at}.to`],
    [{ to: address('ravi') }, `${at}.to`],
    [{ daysAgo: 11 }, `${at}.daysAgo`],
    [{ text: '' }, `${at}.text`],
  ])('with %j is reported with its location', async (changes, field) => {
    expect(JSON.stringify(await problems(inPair({ ...message, ...changes })))).toContain(field)
  })

  test('between two mentees is reported: they have no conversation', async () => {
    const between = { ...message, by: address('divya'), to: address('imran'), daysAgo: 9 }
    expect(JSON.stringify(await problems(inGroup(between)))).toContain(`${at}.to`)
  })
})

describe('a report to the safety desk', () => {
  const said = { by: address('ravi'), daysAgo: 3, at: '18:30', text: 'Send me your number' }
  const answer = { by: address('lead'), kind: 'acted', text: 'Thank you', signedOffBy: address('chief'), hoursAgo: 2 }
  const report = { by: address('asha'), about: address('ravi'), message: said.text, reason: 'rude', hoursAgo: 5 }
  const staff = { learning: [], bookmarks: [], project: undefined }
  const team = [
    { ...staff, email: address('lead'), role: 'SafeguardingLead' },
    { ...staff, email: address('chief'), role: 'Admin' },
  ]
  const inPair = (changes: object) => ({
    'accounts.json': buildAccounts(...people, ...team),
    ...mentorships({ ...pair, walked: [], messages: [said], reports: [{ ...report, ...changes }] }),
  })
  const at = 'mentorships[0].reports[0]'

  test('is read, with and without an answer', async () => {
    for (const changes of [{}, { answer }, { message: undefined, words: 'He is rude' }])
      expect(await problems(inPair(changes))).toEqual([])
  })

  test.each<[object, string]>([
    [{ by: address('nisha') }, `${at}.by`],
    [{ about: address('asha'), message: undefined }, `${at}.about`],
    [{ message: 'Never said' }, `${at}.message`],
    [{ reason: 'ugly' }, `${at}.reason`],
    [{ answer: { ...answer, by: address('anita') } }, `${at}.answer.by`],
    [{ answer: { ...answer, by: address('nobody') } }, `${at}.answer.by`],
    [{ answer: { ...answer, signedOffBy: answer.by } }, `${at}.answer.signedOffBy`],
    [{ answer: { ...answer, hoursAgo: 6 } }, `${at}.answer.hoursAgo`],
  ])('with %j is reported with its location', async (changes, field) => {
    expect(JSON.stringify(await problems(inPair(changes)))).toContain(field)
  })
})

describe('a recorded call', () => {
  const line = { by: address('asha'), afterSeconds: 5, text: 'Hello' }
  const call = { daysAgo: 3, at: '18:30', minutes: 20, said: [line] }
  const inPair = (changes: object) => mentorships({ ...pair, walked: [], calls: [{ ...call, ...changes }] })
  const at = 'mentorships[0].calls[0]'

  test('is read with its transcript', async () => {
    const programme = await readProgramme(buildFolder({ ...mentorshipFiles(), ...inPair({}) }))
    expect(programme.mentorships?.value.mentorships[0]?.calls).toEqual([call])
  })

  test.each<[object, string]>([
    [{ daysAgo: 11 }, `${at}.daysAgo`],
    [{ daysAgo: 0 }, `${at}.daysAgo`],
    [{ minutes: 0 }, `${at}.minutes`],
    [{ said: [] }, `${at}.said`],
    [{ said: [{ ...line, by: address('nisha') }] }, `${at}.said[0].by`],
    [{ said: [{ ...line, afterSeconds: 1201 }] }, `${at}.said[0].afterSeconds`],
  ])('with %j is reported with its location', async (changes, field) => {
    expect(JSON.stringify(await problems(inPair(changes)))).toContain(field)
  })
})
