import type { Answers } from '@saathi/contract/questions/entities'

/** A newly created demo account, with the history that its folder describes. */
export type NewAccount = {
  personId: number
  begun: readonly StartedSession[]
  bookmarks: readonly { sessionId: number; at: Date }[]
  surveys: readonly StartedSurvey[]
  likes: readonly { postId: number; at: Date }[]
}
export type StartedSession = {
  sessionId: number
  versionId: number
  startedAt: Date
  /** In order; `isWhole` if all of them are completed. */
  stepsDone: readonly { stepId: number; completedAt: Date }[]
  isWhole: boolean
}
export type StartedSurvey = {
  surveyId: number
  startedAt: Date
  /** In order; `isWhole` if all of them are completed. */
  stagesDone: readonly { stageId: number; submittedAt: Date }[]
  isWhole: boolean
  /** Valid answers by question key, for the completed stages; the demo makes up the missing ones. */
  answers: Answers
}

/** A demo mentorship between newly created accounts, with the progress of each member. */
export type NewMentorship = {
  projectId: number
  mentorId: number
  menteeIds: readonly number[]
  pairManagerId: number | null
  startedAt: Date
  endedAt: Date | null
  begun: readonly MentorshipSessionProgress[]
  events: readonly NewEvent[]
  messages: readonly ScriptedMessage[]
  calls: readonly NewCall[]
  reports: readonly NewReport[]
  meetingsPerMonth: number | null
  checkIns: readonly NewCheckIn[]
  requests: readonly NewRequest[]
  farewell: NewFarewell | null
}
/** A farewell in progress, or the one that ended the mentorship. */
type NewFarewell = {
  begunBy: number | null
  reason: string
  begunAt: Date
  words: readonly { personId: number; takeaway: string; thanks: string }[]
}
/** A report to the safety desk; `message` is the text of a message by the reported person. */
export type NewReport = {
  byId: number
  aboutId: number
  message: string | null
  reason: string
  words: string | null
  at: Date
  answer: { byId: number; kind: string; text: string; signedOffById: number; at: Date } | null
}
/** A check-in without a score is unanswered. */
type NewCheckIn = { personId: number; askedAt: Date; score: number | null; words: string }
/** An open request to the team. */
type NewRequest = { personId: number; kind: 'other_partner' | 'end'; reason: string; words: string; askedAt: Date }
/** A recorded call with its transcript. */
export type NewCall = { at: Date; endedAt: Date; said: readonly { byId: number; at: Date; text: string }[] }
/** A chat message; `byId` is null for the assistant. */
export type ScriptedMessage = {
  byId: number | null
  /** The whole mentorship, one of its members, or the assistant of this person. */
  where: 'whole' | { memberId: number } | { assistantOf: number }
  at: Date
  text: string
}
/** A calendar event of the mentorship, single or recurring. */
export type NewEvent = {
  byId: number
  title: string
  description: string
  isPairGroupCall: boolean
  /** The first occurrence. */
  at: Date
  frequency: 'NONE' | 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY'
  /** The last day in India; null for a single event. */
  until: string | null
  sessionId: number | null
  /** Occurrences that were moved individually, counted from 1. */
  moved: readonly { occurrence: number; at: Date }[]
}
export type MentorshipSessionProgress = StartedSession & {
  personId: number
  /** All quiz answers are correct, or a realistic mix. */
  answersAllRight: boolean
  rating: number | null
}

/** The matching state of newly created accounts: seekers, offers and groups. */
export type NewMatches = {
  pairManagers: readonly { projectId: number; personId: number }[]
  seekers: readonly NewSeeker[]
  offers: readonly NewMatchOffer[]
  groups: readonly NewMatchGroup[]
}
type NewSeeker = { personId: number; since: Date; places: number | null; isApproved: boolean }
export type NewMatchOffer = {
  projectId: number
  mentorId: number
  menteeId: number
  state: 'issued' | 'chosen' | 'success' | 'rejected' | 'expired' | 'unavailable' | 'withdrawn'
  issuedAt: Date
  chosenAt: Date | null
  endedAt: Date | null
  endedBy: 'mentor' | 'mentee' | null
}
/** A forming group; each of the mentees has a place in it. */
export type NewMatchGroup = { projectId: number; mentorId: number; menteeIds: readonly number[]; createdOn: Date }

/** The history of the accounts that loading a folder created. */
export type DemoHistory = {
  newAccounts: readonly NewAccount[]
  newMentorships: readonly NewMentorship[]
  newMatches: NewMatches
}
