import type { Role } from '@saathi/contract/accounts/roles'
import type { Account } from '../format/programme.ts'
import type { SurveyFile } from '../format/questionnaire.ts'
import { makeAnswers } from './answers.ts'
import { type Name, type Region, regions } from './names.ts'
import type { Random } from './random.ts'

/** The content and settings that made-up people refer to. */
export type Ways = {
  /** Keys of the learning hub's sessions, those for newcomers first. */
  hubSessions: readonly string[]
  surveys: readonly SurveyFile[]
  institutions: readonly string[]
  isGroup: boolean
  emailDomain: string
  project: string
  usedNames: Set<string>
}

/** How far somebody has come. */
export type Course = {
  part: 'mentee' | 'mentor'
  joinedDaysAgo: number
  /** Stages of the first survey that they have sent. */
  stagesDone?: number | 'all'
  sessionsDone?: number
  /** Null if they were invited and never came. */
  lastSeenDaysAgo: number | null
  isBlocked?: boolean
}

export type MadePerson = { account: Account; lastSeenDaysAgo: number | null }

const LATER_SURVEYS_LIFT = 1
const roles = {
  mentee: { pair: 'Mentee', group: 'GroupMentee' },
  mentor: { pair: 'Mentor', group: 'GroupMentor' },
} as const satisfies Record<Course['part'], Record<'pair' | 'group', Role>>

/** `number` makes the address unique. */
export function makePerson(random: Random, ways: Ways, number: number, course: Course): MadePerson {
  const { part, joinedDaysAgo, stagesDone = 0, sessionsDone = 0, lastSeenDaysAgo } = course
  const { region, first, last } = pickName(random, ways.usedNames)
  const usesOwnScript = first[1] !== undefined && last[1] !== undefined && random.isTrue(0.3)
  const isInvited = lastSeenDaysAgo === null
  // Everybody who seeks a partner speaks one of two common languages, so that mandatory criteria can be met.
  const languages = [...new Set(['english', ...region.languages.slice(0, 2), ...(part === 'mentor' ? ['hindi'] : [])])]
  const answered = { region, languages, stagesDone }
  return {
    lastSeenDaysAgo,
    account: {
      email: `${addressOf(first, last)}.${number}@${ways.emailDomain}`,
      firstName: inScript(first, usesOwnScript),
      lastName: inScript(last, usesOwnScript),
      bio: '',
      phoneNumber: isInvited ? '' : `9197${String(10_000_000 + number * 7919).slice(-8)}`,
      role: roles[part][ways.isGroup ? 'group' : 'pair'],
      language: region.language,
      project: ways.project,
      ...(part === 'mentor' && !isInvited && { institution: random.pick(ways.institutions) }),
      provider: 'normal',
      isDisabled: course.isBlocked ?? false,
      isEmailVerified: !isInvited,
      hasAgreedTerms: !isInvited,
      isInvited,
      joinedDaysAgo,
      rights: [],
      experiences: {},
      learning: makeLearning(random, ways, course, sessionsDone),
      bookmarks: [],
      surveys: stagesDone === 0 ? [] : makeSurveys(random, ways, course, answered),
      likes: [],
    },
  }
}

const MAX_TRIES = 50

/** Avoids duplicate names, but allows them after some attempts. */
function pickName(random: Random, usedNames: Set<string>) {
  for (let tries = 1; ; tries += 1) {
    const region = random.pick(regions)
    const [first, last] = [random.pick(region.first), random.pick(region.last)]
    const key = `${first[0]} ${last[0]}`
    if (usedNames.has(key) && tries < MAX_TRIES) continue
    usedNames.add(key)
    return { region, first, last }
  }
}

const inScript = ([latin, own]: Name, usesOwnScript: boolean) => (usesOwnScript ? (own ?? latin) : latin)
const addressOf = (...names: Name[]) => names.map(([latin]) => latin.toLowerCase().replaceAll(/[^a-z]/g, '')).join('.')

/** Completed sessions, spread over the time since they joined, and often one more that they have begun. */
function makeLearning(
  random: Random,
  { hubSessions }: Ways,
  { joinedDaysAgo, lastSeenDaysAgo }: Course,
  sessionsDone: number,
): Account['learning'] {
  const end = lastSeenDaysAgo ?? joinedDaysAgo
  const begun = sessionsDone > 0 && random.isTrue(0.4) ? 1 : 0
  const gap = (joinedDaysAgo - end) / (sessionsDone + 1)
  return hubSessions.slice(0, sessionsDone + begun).map((session, place) => ({
    session,
    startedDaysAgo: Math.max(end, Math.round(joinedDaysAgo - gap * (place + 1))),
    at: random.timeOfDay(16, 21),
    stepsDone: place < sessionsDone ? 'all' : random.between(1, 3),
  }))
}

type Answered = { region: Region; languages: readonly string[]; stagesDone: number | 'all' }

/** The first survey soon after joining, and later ones when they were open and the person was still there. */
function makeSurveys(
  random: Random,
  { surveys }: Ways,
  { joinedDaysAgo, lastSeenDaysAgo }: Course,
  { region, languages, stagesDone }: Answered,
): Account['surveys'] {
  const known = {
    languages,
    city: [random.pick(region.cities)],
    // Everybody is free in the evening, so that times overlap.
    'free-times': ['evening', ...random.pickSome(['early', 'afternoon', 'night'], 1)],
  }
  const firstDay = Math.max(lastSeenDaysAgo ?? 0, joinedDaysAgo - 1)
  const [first] = surveys
  return surveys.flatMap((survey) => {
    const isFirst = survey === first
    const day = isFirst ? firstDay : firstDay - (survey.after?.days ?? 0) - random.between(1, 4)
    const isOpen = isFirst || (stagesDone === 'all' && survey.after?.survey === first?.key && day >= (lastSeenDaysAgo ?? 0))
    if (!isOpen || (!isFirst && random.isTrue(0.3))) return []
    const done = isFirst ? stagesDone : 'all'
    const answers = makeAnswers(random, survey, {
      known,
      lift: isFirst ? 0 : LATER_SURVEYS_LIFT,
      stagesDone: done === 'all' ? survey.stages.length : done,
    })
    return [{ survey: survey.key, stagesDone: done, daysAgo: day, at: random.timeOfDay(16, 22), answers }]
  })
}
