import { SESSIONS_TO_UNLOCK } from '@saathi/contract/learning/progress'
import type { MatchingFile } from '../format/matching.ts'
import type { MentorshipsFile } from '../format/mentorship.ts'
import type { FunnelFile } from '../format/people.ts'
import { type Course, type MadePerson, makePerson, type Ways } from './person.ts'
import type { Random } from './random.ts'
import { makeMentorship } from './mentorship.ts'

export type MadePeople = {
  people: MadePerson[]
  mentorships: MentorshipsFile['mentorships']
  matching: Pick<MatchingFile, 'seekers' | 'offers' | 'groups'>
  pairManagers: Record<string, string>
}

type Plan = { schedule: readonly string[]; scheduleDays: number; groupSize: number; expiryHours: number }

const MEMBER_DAYS = 240
const GROUP_MIN = 3

/** Makes people at every stage of a project, each with the progress of real people at that stage. */
export function makeFunnel(random: Random, funnel: FunnelFile, ways: Ways, plan: Plan, firstNumber: number): MadePeople {
  const made: MadePeople = {
    people: [],
    mentorships: [],
    matching: { seekers: [], offers: [], groups: [] },
    pairManagers: { [funnel.project]: funnel.pairManager },
  }
  const add = (course: Course) => {
    const person = makePerson(random, ways, firstNumber + made.people.length, course)
    made.people.push(person)
    return person.account.email
  }
  const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
  /** A person who answered everything and is still active. */
  const active = (part: Course['part'], joinedDaysAgo: number, lastSeenDaysAgo = random.between(0, 6)) =>
    add({
      part,
      joinedDaysAgo,
      lastSeenDaysAgo,
      stagesDone: 'all',
      sessionsDone: part === 'mentee' ? SESSIONS_TO_UNLOCK + random.between(0, 2) : random.between(0, 2),
    })
  const seek = (who: string, daysAgo: number, isApproved = true) => {
    made.matching.seekers.push({ who, daysAgo, ...(!isApproved && { isApproved }) })
    return who
  }
  const seeker = (part: Course['part'], days = random.between(8, 40), isApproved = true) =>
    seek(active(part, days + random.between(5, 20)), days, isApproved)

  for (const part of ['mentee', 'mentor'] as const) {
    const count = part === 'mentee' ? Math.ceil(funnel.invited * 0.8) : Math.floor(funnel.invited * 0.2)
    times(count, () => add({ part, joinedDaysAgo: random.between(0, 6), lastSeenDaysAgo: null }))
  }
  times(funnel.signedUp, () => addEarly(0, 0))
  times(funnel.surveyOpen, () => addEarly(random.between(1, 2), 0))
  times(funnel.preparing, () => addEarly('all', random.between(0, SESSIONS_TO_UNLOCK - 1)))
  times(funnel.blocked, () => {
    const days = random.between(30, 90)
    add({ part: 'mentee', joinedDaysAgo: days, lastSeenDaysAgo: days, isBlocked: true })
  })
  times(funnel.waiting, () => seeker('mentee'))
  times(funnel.mentorsToApprove, () => seeker('mentor', random.between(2, 12), false))
  const mentors = times(funnel.freeMentors, () => seeker('mentor'))
  addOffers()
  addGroups()
  times(funnel.active, () => addMentorship(null))
  times(funnel.ended, () => addMentorship(random.between(3, 60)))
  return made

  function addEarly(stagesDone: number | 'all', sessionsDone: number) {
    const joinedDaysAgo = random.between(2, 60)
    return add({ part: 'mentee', joinedDaysAgo, lastSeenDaysAgo: random.between(0, joinedDaysAgo - 1), stagesDone, sessionsDone })
  }

  /** Issued or chosen a while ago, with time left to decide. Each mentor appears in few offers. */
  function addOffers() {
    const offers = [...times(funnel.offered, () => 'issued' as const), ...times(funnel.chosen, () => 'chosen' as const)]
    for (const [at, state] of offers.entries()) {
      const mentor = mentors[at % Math.max(1, mentors.length)]
      if (mentor === undefined) throw new Error(`${funnel.project} needs free mentors for its offers`)
      const hoursAgo = random.between(12, plan.expiryHours - 12)
      const chosen = state === 'chosen' && { chosenHoursAgo: random.between(2, hoursAgo - 1) }
      made.matching.offers.push({ mentor, mentee: seeker('mentee'), state, hoursAgo, ...chosen })
    }
  }

  function addGroups() {
    times(funnel.forming, () =>
      made.matching.groups.push({
        mentor: seeker('mentor'),
        mentees: times(GROUP_MIN - 1, () => seeker('mentee')),
        hoursAgo: random.between(10, 60),
      }),
    )
  }

  function addMentorship(endedDaysAgo: number | null) {
    const days = random.between(endedDaysAgo === null ? 4 : 60, plan.scheduleDays - 10)
    const startedDaysAgo = (endedDaysAgo ?? 0) + days
    const joined = () => startedDaysAgo + random.between(12, MEMBER_DAYS - plan.scheduleDays)
    // Some pairs have been inactive for weeks, so that the worklist has entries.
    const quietDays = random.isTrue(0.25) ? random.between(10, 25) : random.between(0, 5)
    const seen = (endedDaysAgo ?? 0) + Math.min(quietDays, days - 1)
    const mentor = active('mentor', joined(), seen)
    const mentees = times(ways.isGroup ? random.between(GROUP_MIN, plan.groupSize) : 1, () => active('mentee', joined(), seen))
    const { schedule } = plan
    const dates = { startedDaysAgo, endedDaysAgo, quietSinceDaysAgo: seen }
    made.mentorships.push(
      makeMentorship(random, { ...dates, project: funnel.project, mentor, mentees, pairManager: funnel.pairManager, schedule }),
    )
    const [mentee] = mentees
    if (ways.isGroup || mentee === undefined) return
    const endedHoursAgo = startedDaysAgo * 24
    made.matching.offers.push({
      mentor,
      mentee,
      state: 'success',
      hoursAgo: endedHoursAgo + 60,
      chosenHoursAgo: endedHoursAgo + 30,
      endedHoursAgo,
    })
  }
}
