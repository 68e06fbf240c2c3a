import type { MentorshipsFile } from '../format/mentorship.ts'
import type { Random } from './random.ts'

type MentorshipFile = MentorshipsFile['mentorships'][number]
type Known = {
  project: string
  mentor: string
  mentees: readonly string[]
  pairManager: string
  schedule: readonly string[]
  startedDaysAgo: number
  endedDaysAgo: number | null
  /** The day of the last activity in the mentorship. */
  quietSinceDaysAgo: number
}

const DAYS_PER_SESSION = 14
const FIRST_DAY = 2

/** Each line is an exchange between the two, in one language. */
const talks: readonly (readonly [string, string])[] = [
  ['Good evening! How did the week go?', 'Better than the last one. I finished the session on Sunday.'],
  ['Shall we talk on Saturday at eight?', 'Yes, eight is good for me.'],
  ['नमस्ते! आज का दिन कैसा रहा?', 'अच्छा था। मैंने तीनों सवाल लिख लिए हैं।'],
  ['Did you send the email we wrote together?', 'Sent it. They answered the same day!'],
  ['Which part was hard for you?', 'Saying my strengths aloud. I laughed the whole time.'],
  ['इस हफ़्ते बात कब करें?', 'शुक्रवार शाम को, अगर आपको ठीक लगे।'],
]

/** A mentorship that has gone as far as the time since its start allows, or less. */
export function makeMentorship(random: Random, known: Known): MentorshipFile {
  const { project, mentor, mentees, pairManager, schedule, startedDaysAgo, endedDaysAgo, quietSinceDaysAgo } = known
  const busyDays = startedDaysAgo - quietSinceDaysAgo
  const possible = Math.min(schedule.length, Math.floor(busyDays / DAYS_PER_SESSION))
  const walked = [mentor, ...mentees].flatMap((who) => {
    const done = Math.max(0, possible - random.between(0, 1))
    return schedule.slice(0, Math.min(done + 1, schedule.length)).flatMap((session, place) => {
      const begunDaysAgo = startedDaysAgo - FIRST_DAY - place * DAYS_PER_SESSION - random.between(0, 5)
      const isDone = place < done
      if (begunDaysAgo < quietSinceDaysAgo || begunDaysAgo > startedDaysAgo || (!isDone && random.isTrue(0.5))) return []
      return [
        {
          who,
          session,
          startedDaysAgo: begunDaysAgo,
          at: random.timeOfDay(17, 21),
          stepsDone: isDone ? ('all' as const) : random.between(1, 3),
          answersAllRight: random.isTrue(0.6),
          ...(isDone && random.isTrue(0.8) && { rating: random.between(3, 5) }),
        },
      ]
    })
  })
  const [mentee = mentor] = mentees
  const messages = random.pickSome(talks, Math.min(3, Math.floor(busyDays / 7))).flatMap(([text, reply], place) => {
    const daysAgo = Math.max(quietSinceDaysAgo, startedDaysAgo - FIRST_DAY - place * 7)
    return [
      { by: mentor, daysAgo, at: `19:${10 + place}`, text },
      { by: mentee, daysAgo, at: `19:${30 + place}`, text: reply },
    ]
  })
  const meets = endedDaysAgo === null && random.isTrue(0.7)
  return {
    project,
    mentor,
    mentees: [...mentees],
    pairManager,
    startedDaysAgo,
    ...(endedDaysAgo !== null && { endedDaysAgo }),
    walked,
    events: meets ? [meeting(random, mentor, startedDaysAgo)] : [],
    messages: endedDaysAgo === null ? messages : [],
    calls: [],
    reports: [],
    ...(meets && { meetingsPerMonth: 2 }),
    checkIns: [],
    requests: [],
  }
}

const meeting = (random: Random, by: string, startedDaysAgo: number): MentorshipFile['events'][number] => ({
  title: 'Our call',
  description: '',
  by,
  inDays: Math.min(3, FIRST_DAY - startedDaysAgo + random.between(0, 6)),
  at: random.timeOfDay(18, 20),
  isCall: true,
  repeats: 'BIWEEKLY',
  untilInDays: 60,
  moved: [],
})
