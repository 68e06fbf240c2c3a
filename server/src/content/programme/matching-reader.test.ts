import { describe, expect, test } from 'vitest'
import { buildAccounts, buildFolder, problemsIn } from '../../../test/programme-folder.ts'
import {
  askingSurvey,
  chosen,
  goals,
  issued,
  languages,
  matchingFile,
  matchingFiles,
  over,
  plan,
  plannedAbout,
  searchingPeople,
} from '../../../test/programme-matching.ts'
import { address, pair, scheduled } from '../../../test/programme-mentorship.ts'
import { readProgramme } from './reader.ts'

type Changes = NonNullable<Parameters<typeof buildFolder>[0]>
/** Where lines are counted is tested with the reader. */
const problems = async (changes: Changes) =>
  (await problemsIn(buildFolder({ ...matchingFiles(), ...changes }))).map((text) => text.replace(/:\d+ /, ' '))
const about = (changes: object, criteria?: object) => ({ 'programme.json': plannedAbout(changes, criteria) })
const matching = (changes: object) => ({ 'matching.json': matchingFile(changes) })
const offers = (...list: object[]) => matching({ offers: list })
const seeker = (name: string, changes: object = {}) => ({ who: address(name), daysAgo: 3, ...changes })

test('a folder that brings people together is read whole, and has its defaults', async () => {
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

test('a folder that says nothing of it is in order', async () => {
  const none = { 'programme.json': scheduled(), 'matching.json': null }
  expect(await readProgramme(buildFolder({ ...matchingFiles(), ...none }))).toMatchObject({ matching: null })
})

describe('what people are compared by', () => {
  const at = 'programme.json projects[0].matching'
  test.each<[string, Changes, string]>([
    [
      'is named',
      about({ criteria: [{ key: 'age', strength: 'must' }] }),
      `${at}.criteria[0].key: "age" is not a name in criteria`,
    ],
    [
      'is named once',
      about({ criteria: [...plan.criteria, { key: 'goals', strength: 'low' }] }),
      `${at}.criteria[2].key: "goals" is there twice`,
    ],
    ['is something', about({ criteria: [] }), `${at}.criteria: must have at least 1 entries`],
    [
      'is as strong as may be said',
      about({ criteria: [{ key: 'goals', strength: 'most' }] }),
      `${at}.criteria[0].strength: must be one of must, high, medium, low`,
    ],
    [
      'is asked',
      about({}, { languages, goals, age: languages }),
      'programme.json criteria.age: is not the criterion of any question in surveys/',
    ],
    [
      'can be compared',
      about({}, { languages, goals, hours: languages }),
      'programme.json criteria.hours: is asked by a question without options, by which nobody can be compared',
    ],
    [
      'is told in every language',
      about({}, { languages, goals: { ...goals, alike: { en: 'Both {shared}.' } } }),
      'programme.json criteria.goals.alike.hi: the translation is missing',
    ],
    [
      'is told with words that are there',
      about({}, { languages, goals: { ...goals, differs: { en: 'Not {shared}.', hi: '{mine}' } } }),
      'programme.json criteria.goals.differs.en: {shared} is not known here',
    ],
    [
      'has a picture',
      about({}, { languages, goals: { ...goals, icon: 'star' } }),
      'programme.json criteria.goals.icon: must be one of language, time, goal, work, interest, place, call, person',
    ],
    [
      'stands for what may be chosen',
      about({}, { languages, goals: { ...goals, standsFor: { both: ['fly'] } } }),
      'programme.json criteria.goals.standsFor.both[0]: "fly" is not a choice of its question',
    ],
    [
      'is asked of everybody, if it is a must',
      { 'surveys/01-about-you.json': askingSurvey({ mandatory: false }) },
      `${at}.criteria[0].key: "languages" is a must, so a survey has to ask it of everyone in pairs, as mandatory`,
    ],
  ])('%s', async (_, changes, problem) => {
    expect(await problems(changes)).toContain(problem)
  })
})

describe('how a project goes about it', () => {
  test('nothing could begin without a schedule', async () => {
    const { projects, ...rest } = plannedAbout()
    const without = { ...rest, projects: projects.map((project) => ({ ...project, schedule: undefined })) }
    expect(await problems({ 'programme.json': without })).toContain(
      'programme.json projects[0].matching: "pairs" has no schedule, so nobody could begin in it',
    )
  })

  test.each([
    ['groupMinimum', { groupSize: 3, groupMinimum: 4 }, 'must be at most groupSize'],
    ['groupMinimum', { groupSize: 2 }, 'must be at most groupSize'],
    ['exposure', { places: 9, exposure: 5 }, 'would show a mentor more than 40 at once, which nobody could decide about'],
    ['groupStartsInDays', { groupStartsInDays: 6 }, 'must be a whole number up to 5'],
    ['expiryHours', { expiryHours: 0 }, 'must be a whole number from 1'],
    ['places', { places: 11 }, 'must be a whole number up to 10'],
    ['secret', { secret: 1 }, 'is not known here'],
  ])('%s is as it may be', async (field, changes, text) => {
    expect(await problems(about(changes))).toContain(`programme.json projects[0].matching.${field}: ${text}`)
  })

  test('a mentor of a group is shown for its places, a mentor of pairs for their own', async () => {
    const forGroups = await problems(about({ groupSize: 9, exposure: 5 }))
    expect(forGroups.map((text) => text.split(':')[0])).toEqual(['programme.json projects[1].matching.exposure'])
    expect(await problems(about({ groupSize: 8, places: 8, exposure: 5 }))).toEqual([])
  })
})

describe('who is looked for', () => {
  const at = 'matching.json seekers[0]'
  test.each<[string, Changes, string]>([
    [
      'nobody of this name',
      matching({ seekers: [seeker('nobody')] }),
      `${at}.who: "nobody@saathi.example" is not a person in accounts.json`,
    ],
    [
      'the same person twice',
      matching({ seekers: [seeker('ravi'), seeker('ravi')] }),
      'matching.json seekers[1].who: "ravi@saathi.example" is there twice',
    ],
    ['who looks after pairs', matching({ seekers: [seeker('anita')] }), `${at}.who: a PairManager is no mentee`],
    ['a mentee with places', matching({ seekers: [seeker('nisha', { places: 2 })] }), `${at}.places: is only for mentors`],
    [
      'who has not answered',
      { 'accounts.json': buildAccounts(...searchingPeople.map((person) => ({ ...person, surveys: [] }))) },
      `${at}.who: "ravi@saathi.example" has not answered languages in accounts.json, which is a must`,
    ],
    [
      'whose mentorship area is closed',
      { 'accounts.json': buildAccounts(...searchingPeople.map((person) => ({ ...person, experiences: { curriculum: 'off' } }))) },
      `${at}.who: "ravi@saathi.example" needs 5 completed sessions to be looked for`,
    ],
    [
      'who walks with somebody',
      {
        ...matching({ seekers: [seeker('asha')], offers: [], groups: [] }),
        'mentorships.json': { mentorships: [{ ...pair, walked: [] }] },
      },
      `${at}.who: "asha@saathi.example" is in a mentorship that goes on`,
    ],
    [
      'without accounts',
      { 'accounts.json': null, 'media/portrait-asha.svg': null },
      'matching.json: stands only beside accounts.json, whose people it brings together',
    ],
    [
      'a manager who is none',
      matching({ pairManagers: { pairs: address('ravi') } }),
      'matching.json pairManagers.pairs: a Mentor may not manage a mentorship',
    ],
  ])('%s', async (_, changes, problem) => {
    expect(await problems(changes)).toContain(problem)
  })
})

describe('an offer', () => {
  const at = 'matching.json offers[0]'
  test.each<[string, Changes, string]>([
    ['between the wrong parts', offers({ ...issued, mentor: address('asha') }), `${at}.mentor: a Mentee is no mentor`],
    ['between two projects', offers({ ...issued, mentee: address('divya') }), `${at}: is between members of two projects`],
    [
      'to somebody who does not seek',
      offers({ ...issued, mentee: address('asha') }),
      `${at}.mentee: "asha@saathi.example" is not among the seekers`,
    ],
    [
      'to somebody who does not fit',
      {
        ...offers({ ...issued, mentor: address('meera'), mentee: address('imran') }),
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
      `${at}: the two have nothing in common in languages, which is a must`,
    ],
    [
      'twice at once',
      offers(issued, chosen),
      'matching.json offers[1]: "ravi@saathi.example nisha@saathi.example" is there twice',
    ],
    [
      'chosen in a group',
      offers({ ...chosen, mentor: address('meera'), mentee: address('imran') }),
      `${at}.state: is only for pairs; who has a place in a group stands in groups`,
    ],
    ['that has run out', offers({ ...issued, hoursAgo: 72 }), `${at}.hoursAgo: has run out: there are 72 hours to decide`],
    ['chosen before it was issued', offers({ ...chosen, chosenHoursAgo: 21 }), `${at}: is issued first, then chosen, then over`],
    ['chosen at no time', offers({ ...issued, state: 'chosen' }), `${at}.chosenHoursAgo: is missing`],
    ['over at no time', offers({ ...over, endedHoursAgo: undefined }), `${at}.endedHoursAgo: is missing`],
    ['over though it is open', offers({ ...issued, endedHoursAgo: 1 }), `${at}.endedHoursAgo: is not for what is open`],
    ['refused by nobody', offers({ ...over, state: 'rejected', endedBy: undefined }), `${at}.endedBy: is missing`],
  ])('%s', async (_, changes, problem) => {
    expect(await problems(changes)).toContain(problem)
  })
})

describe('a group that is coming together', () => {
  const at = 'matching.json groups[0]'
  const group = (mentees: string[], changes: object = {}) =>
    matching({ groups: [{ mentor: address('meera'), mentees: mentees.map(address), hoursAgo: 30, ...changes }] })
  test.each<[string, Changes, string]>([
    ['in a project of pairs', group(['nisha'], { mentor: address('ravi') }), `${at}: "pairs" is a project of pairs`],
    ['with somebody of another project', group(['nisha']), `${at}.mentees[0]: "nisha@saathi.example" is not in circle`],
    [
      'whose members do not agree',
      group(['divya', 'imran']),
      `${at}.mentees[1]: has nothing in common with "divya@saathi.example" in a must`,
    ],
    [
      'that would have begun',
      group(['divya'], { hoursAgo: 120 }),
      `${at}.hoursAgo: must lie within the 5 days after which it begins`,
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
