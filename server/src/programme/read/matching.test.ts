import { describe, expect, test } from 'vitest'
import { buildAccounts, buildFolder, problemsIn } from '../../../test/programme-folder.ts'
import {
  matchingSurvey,
  chosenOffer,
  goals,
  issuedOffer,
  languages,
  matchingFile,
  matchingFiles,
  expiredOffer,
  plan,
  plannedAbout,
  searchingPeople,
} from '../../../test/programme-matching.ts'
import { address, pair, scheduled } from '../../../test/programme-mentorship.ts'
import { readProgramme } from './programme.ts'

type Changes = NonNullable<Parameters<typeof buildFolder>[0]>
/** Line numbers are tested in reader.test.ts. */
const problems = async (changes: Changes) =>
  (await problemsIn(buildFolder({ ...matchingFiles(), ...changes }))).map((text) => text.replace(/:\d+ /, ' '))
const about = (changes: object, criteria?: object) => ({ 'programme.json': plannedAbout(changes, criteria) })
const matching = (changes: object) => ({ 'matching.json': matchingFile(changes) })
const offers = (...list: object[]) => matching({ offers: list })
const seeker = (name: string, changes: object = {}) => ({ who: address(name), daysAgo: 3, ...changes })

test('reads a folder with matching and applies defaults', async () => {
  const { about: read, matching: who } = await readProgramme(buildFolder(matchingFiles()))
  expect(read.value.projects[0]?.matching).toEqual({
    criteria: [
      { key: 'languages', strength: 'must' },
      { key: 'goals', strength: 'high' },
    ],
    expiryHours: 72,
    places: 2,
    groupSize: 4,
    groupMinimum: 3,
    groupStartsInDays: 5,
    shortlist: 5,
    exposure: 3,
    needsReview: false,
    needsApproval: true,
  })
  expect(who?.value.offers).toHaveLength(2)
})

test('accepts a folder without matching', async () => {
  const none = { 'programme.json': scheduled(), 'matching.json': null }
  expect(await readProgramme(buildFolder({ ...matchingFiles(), ...none }))).toMatchObject({ matching: null })
})

describe('the criteria check reports', () => {
  const at = 'programme.json projects[0].matching'
  test.each<[string, Changes, string]>([
    [
      'an unknown criterion',
      about({ criteria: [{ key: 'age', strength: 'must' }] }),
      `${at}.criteria[0].key: "age" is not a name in criteria`,
    ],
    [
      'a duplicate criterion',
      about({ criteria: [...plan.criteria, { key: 'goals', strength: 'low' }] }),
      `${at}.criteria[2].key: "goals" occurs twice`,
    ],
    ['an empty list', about({ criteria: [] }), `${at}.criteria: must have at least 1 entries`],
    [
      'an unknown strength',
      about({ criteria: [{ key: 'goals', strength: 'most' }] }),
      `${at}.criteria[0].strength: must be one of must, high, medium, low`,
    ],
    [
      'a criterion that no question asks for',
      about({}, { languages, goals, age: languages }),
      'programme.json criteria.age: is not the criterion of any question in surveys/',
    ],
    [
      'a criterion without options',
      about({}, { languages, goals, hours: languages }),
      'programme.json criteria.hours: is asked by a question without options, so answers cannot be compared',
    ],
    [
      'a missing translation',
      about({}, { languages, goals: { ...goals, alike: { en: 'Both {shared}.' } } }),
      'programme.json criteria.goals.alike.hi: the translation is missing',
    ],
    [
      'an unknown placeholder',
      about({}, { languages, goals: { ...goals, differs: { en: 'Not {shared}.', hi: '{mine}' } } }),
      'programme.json criteria.goals.differs.en: {shared} is not a known placeholder',
    ],
    [
      'an unknown icon',
      about({}, { languages, goals: { ...goals, icon: 'star' } }),
      'programme.json criteria.goals.icon: must be one of language, time, goal, work, interest, place, call, person',
    ],
    [
      'standsFor with an unknown option',
      about({}, { languages, goals: { ...goals, standsFor: { both: ['fly'] } } }),
      'programme.json criteria.goals.standsFor.both[0]: "fly" is not a choice of its question',
    ],
    [
      'a must that is not asked of everybody',
      { 'surveys/01-about-you.json': matchingSurvey({ mandatory: false }) },
      `${at}.criteria[0].key: "languages" is a must, so a survey must ask it of everyone in pairs, as mandatory`,
    ],
  ])('%s', async (_, changes, problem) => {
    expect(await problems(changes)).toContain(problem)
  })
})

describe('the matching settings of a project', () => {
  test('require a schedule', async () => {
    const { projects, ...rest } = plannedAbout()
    const without = { ...rest, projects: projects.map((project) => ({ ...project, schedule: undefined })) }
    expect(await problems({ 'programme.json': without })).toContain(
      'programme.json projects[0].matching: "pairs" has no schedule, so no mentorship could start in it',
    )
  })

  test.each([
    ['groupMinimum', { groupSize: 3, groupMinimum: 4 }, 'must be at most groupSize'],
    ['groupMinimum', { groupSize: 2 }, 'must be at most groupSize'],
    ['exposure', { places: 9, exposure: 5 }, 'would show a mentor more than 40 offers at once, which is too many to decide'],
    ['groupStartsInDays', { groupStartsInDays: 6 }, 'must be a whole number up to 5'],
    ['expiryHours', { expiryHours: 0 }, 'must be a whole number from 1'],
    ['places', { places: 11 }, 'must be a whole number up to 10'],
    ['secret', { secret: 1 }, 'is not a known field'],
  ])('have a valid %s', async (field, changes, text) => {
    expect(await problems(about(changes))).toContain(`programme.json projects[0].matching.${field}: ${text}`)
  })

  test('limit exposure by group size for groups and by places for pairs', async () => {
    const forGroups = await problems(about({ groupSize: 9, exposure: 5 }))
    expect(forGroups.map((text) => text.split(':')[0])).toEqual(['programme.json projects[1].matching.exposure'])
    expect(await problems(about({ groupSize: 8, places: 8, exposure: 5 }))).toEqual([])
  })
})

describe('the seekers check reports', () => {
  const at = 'matching.json seekers[0]'
  test.each<[string, Changes, string]>([
    [
      'an unknown person',
      matching({ seekers: [seeker('nobody')] }),
      `${at}.who: "nobody@saathi.example" is not a person in accounts.json`,
    ],
    [
      'a duplicate person',
      matching({ seekers: [seeker('ravi'), seeker('ravi')] }),
      'matching.json seekers[1].who: "ravi@saathi.example" occurs twice',
    ],
    ['a pair manager', matching({ seekers: [seeker('anita')] }), `${at}.who: a PairManager is no mentee`],
    ['a mentee with places', matching({ seekers: [seeker('nisha', { places: 2 })] }), `${at}.places: is only for mentors`],
    [
      'a person without an answer to a must',
      { 'accounts.json': buildAccounts(...searchingPeople.map((person) => ({ ...person, surveys: [] }))) },
      `${at}.who: "ravi@saathi.example" has not answered languages in accounts.json, which is a must`,
    ],
    [
      'a person whose mentorship area is closed',
      { 'accounts.json': buildAccounts(...searchingPeople.map((person) => ({ ...person, experiences: { curriculum: 'off' } }))) },
      `${at}.who: "ravi@saathi.example" needs 5 completed sessions to be a seeker`,
    ],
    [
      'a mentee in an active mentorship',
      {
        ...matching({ seekers: [seeker('asha')], offers: [], groups: [] }),
        'mentorships.json': { mentorships: [{ ...pair, walked: [] }] },
      },
      `${at}.who: "asha@saathi.example" is in an active mentorship`,
    ],
    [
      'a folder without accounts',
      { 'accounts.json': null, 'media/portrait-asha.svg': null },
      'matching.json: needs accounts.json, because it refers to its people',
    ],
    [
      'a manager without the role',
      matching({ pairManagers: { pairs: address('ravi') } }),
      'matching.json pairManagers.pairs: a Mentor may not manage a mentorship',
    ],
  ])('%s', async (_, changes, problem) => {
    expect(await problems(changes)).toContain(problem)
  })
})

describe('the offers check reports an offer', () => {
  const at = 'matching.json offers[0]'
  test.each<[string, Changes, string]>([
    ['between the wrong parts', offers({ ...issuedOffer, mentor: address('asha') }), `${at}.mentor: a Mentee is no mentor`],
    ['between two projects', offers({ ...issuedOffer, mentee: address('divya') }), `${at}: is between members of two projects`],
    [
      'to a person who is not a seeker',
      offers({ ...issuedOffer, mentee: address('asha') }),
      `${at}.mentee: "asha@saathi.example" is not among the seekers`,
    ],
    [
      'to a person who does not fit',
      {
        ...offers({ ...issuedOffer, mentor: address('meera'), mentee: address('imran') }),
        'accounts.json': buildAccounts(
          ...searchingPeople.map((person) =>
            person.email === address('imran')
              ? {
                  ...person,
                  surveys: [{ survey: 'about-you', stagesDone: 'all', daysAgo: 3, at: '10:00', answers: { speaks: ['tamil'] } }],
                }
              : person,
          ),
        ),
      },
      `${at}: the two share no answer on languages, which is a must`,
    ],
    [
      'that is open twice',
      offers(issuedOffer, chosenOffer),
      'matching.json offers[1]: "ravi@saathi.example nisha@saathi.example" occurs twice',
    ],
    [
      'chosen in a group',
      offers({ ...chosenOffer, mentor: address('meera'), mentee: address('imran') }),
      `${at}.state: is only for pairs; list group members under groups`,
    ],
    ['that has expired', offers({ ...issuedOffer, hoursAgo: 72 }), `${at}.hoursAgo: has expired: there are 72 hours to decide`],
    [
      'chosen before it was issued',
      offers({ ...chosenOffer, chosenHoursAgo: 21 }),
      `${at}: must be issued first, then chosen, then ended`,
    ],
    ['chosen without a time', offers({ ...issuedOffer, state: 'chosen' }), `${at}.chosenHoursAgo: is missing`],
    ['ended without a time', offers({ ...expiredOffer, endedHoursAgo: undefined }), `${at}.endedHoursAgo: is missing`],
    [
      'that is open but has an end',
      offers({ ...issuedOffer, endedHoursAgo: 1 }),
      `${at}.endedHoursAgo: is not allowed for an open offer`,
    ],
    ['rejected by nobody', offers({ ...expiredOffer, state: 'rejected', endedBy: undefined }), `${at}.endedBy: is missing`],
  ])('%s', async (_, changes, problem) => {
    expect(await problems(changes)).toContain(problem)
  })
})

describe('the groups check reports a group', () => {
  const at = 'matching.json groups[0]'
  const group = (mentees: string[], changes: object = {}) =>
    matching({ groups: [{ mentor: address('meera'), mentees: mentees.map(address), hoursAgo: 30, ...changes }] })
  test.each<[string, Changes, string]>([
    ['in a project of pairs', group(['nisha'], { mentor: address('ravi') }), `${at}: "pairs" is a project of pairs`],
    ['with a member of another project', group(['nisha']), `${at}.mentees[0]: "nisha@saathi.example" is not in circle`],
    [
      'with clashing members',
      group(['divya', 'imran']),
      `${at}.mentees[1]: shares no answer with "divya@saathi.example" on a must`,
    ],
    [
      'past its start date',
      group(['divya'], { hoursAgo: 120 }),
      `${at}.hoursAgo: must lie within the 5 days after which it starts`,
    ],
    [
      'that is full',
      { ...group(['divya', 'imran']), ...about({ groupSize: 2 }) },
      `${at}.mentees: must have fewer entries than the 2 places`,
    ],
  ])('%s', async (_, changes, problem) => {
    expect(await problems(changes)).toContain(problem)
  })
})
