import type accounts from '../texts/en/accounts.json'
import type accountsProfile from '../texts/en/accounts-profile.json'
import type accountsAnswers from '../texts/en/accounts-answers.json'
import type accountsGoogle from '../texts/en/accounts-google.json'
import type calendar from '../texts/en/calendar.json'
import type calendarSync from '../texts/en/calendar-sync.json'
import type calendarTimes from '../texts/en/calendar-times.json'
import type chatAnswers from '../texts/en/chat-answers.json'
import type chatAssistant from '../texts/en/chat-assistant.json'
import type chat from '../texts/en/chat.json'
import type contentWeb from '../texts/en/content-web.json'
import type core from '../texts/en/core.json'
import type dataLight from '../texts/en/data-light.json'
import type dev from '../texts/en/dev.json'
import type farewell from '../texts/en/farewell.json'
import type feed from '../texts/en/feed.json'
import type help from '../texts/en/help.json'
import type internship from '../texts/en/internship.json'
import type learning from '../texts/en/learning.json'
import type learningQuiz from '../texts/en/learning-quiz.json'
import type learningSession from '../texts/en/learning-session.json'
import type match from '../texts/en/match.json'
import type matching from '../texts/en/matching.json'
import type matchingAnswers from '../texts/en/matching-answers.json'
import type matchingCards from '../texts/en/matching-cards.json'
import type mentorship from '../texts/en/mentorship.json'
import type mentorshipCourse from '../texts/en/mentorship-course.json'
import type mentorshipSession from '../texts/en/mentorship-session.json'
import type notices from '../texts/en/notices.json'
import type noticesCalendar from '../texts/en/notices-calendar.json'
import type noticesCourse from '../texts/en/notices-course.json'
import type noticesNudges from '../texts/en/notices-nudges.json'
import type noticesSafety from '../texts/en/notices-safety.json'
import type noticesWeb from '../texts/en/notices-web.json'
import type offline from '../texts/en/offline.json'
import type outbox from '../texts/en/outbox.json'
import type questions from '../texts/en/questions.json'
import type readiness from '../texts/en/readiness.json'
import type refusals from '../texts/en/refusals.json'
import type safety from '../texts/en/safety.json'
import type staff from '../texts/en/staff.json'
import type surveys from '../texts/en/surveys.json'
import type surveysAnswers from '../texts/en/surveys-answers.json'
import type shell from '../texts/en/shell.json'
import type today from '../texts/en/today.json'
import type video from '../texts/en/video.json'
import type videoAnswers from '../texts/en/video-answers.json'
import type videoCall from '../texts/en/video-call.json'

/** The key of every text of the product. A key that is missing in the English files does not compile. */
export type TextKey =
  | keyof typeof core
  | keyof typeof dataLight
  | keyof typeof shell
  | keyof typeof accounts
  | keyof typeof accountsGoogle
  | keyof typeof accountsProfile
  | keyof typeof accountsAnswers
  | keyof typeof notices
  | keyof typeof noticesCalendar
  | keyof typeof noticesCourse
  | keyof typeof noticesNudges
  | keyof typeof noticesSafety
  | keyof typeof noticesWeb
  | keyof typeof help
  | keyof typeof contentWeb
  | keyof typeof feed
  | keyof typeof offline
  | keyof typeof outbox
  | keyof typeof questions
  | keyof typeof learning
  | keyof typeof internship
  | keyof typeof learningQuiz
  | keyof typeof learningSession
  | keyof typeof farewell
  | keyof typeof mentorshipCourse
  | keyof typeof mentorshipSession
  | keyof typeof safety
  | keyof typeof staff
  | keyof typeof surveys
  | keyof typeof surveysAnswers
  | keyof typeof readiness
  | keyof typeof mentorship
  | keyof typeof match
  | keyof typeof matchingAnswers
  | keyof typeof matchingCards
  | keyof typeof matching
  | keyof typeof calendar
  | keyof typeof calendarSync
  | keyof typeof calendarTimes
  | keyof typeof chat
  | keyof typeof chatAnswers
  | keyof typeof chatAssistant
  | keyof typeof video
  | keyof typeof videoAnswers
  | keyof typeof videoCall
  | keyof typeof dev
  | keyof typeof today

/** Texts of the server's refusals, which it translates itself. The web does not load them. */
export type RefusalKey = keyof typeof refusals

type CodeOf<Key> = Key extends `refusal.${infer Code}`
  ? Code extends `field.${string}` | `${string}.${string}.${string}`
    ? never
    : Code
  : never
/** Every code that has a text; a code with several has further texts under `refusal.<code>.<variant>`. */
export type RefusalCode = CodeOf<RefusalKey>
