import type { Answers } from '@saathi/contract/questions/entities'

/** A demo account that has just been made, with what its folder says it has already done. */
export type NewAccount = {
  personId: number
  begun: readonly BegunSession[]
  bookmarks: readonly { sessionId: number; at: Date }[]
  surveys: readonly BegunSurvey[]
  likes: readonly { postId: number; at: Date }[]
}
export type BegunSession = {
  sessionId: number
  versionId: number
  startedAt: Date
  /** In order; `isWhole` when none is left. */
  stepsDone: readonly { stepId: number; completedAt: Date }[]
  isWhole: boolean
}
export type BegunSurvey = {
  surveyId: number
  startedAt: Date
  /** In order; `isWhole` when none is left. */
  stagesDone: readonly { stageId: number; submittedAt: Date }[]
  isWhole: boolean
  /** By question key, of the stages done, each an answer that its question takes; for the others one has to be thought up. */
  answers: Answers
}

/** A demo mentorship between accounts that have just been made, with how far each has come in it. */
export type NewMentorship = {
  projectId: number
  mentorId: number
  menteeIds: readonly number[]
  pairManagerId: number | null
  startedAt: Date
  endedAt: Date | null
  begun: readonly WalkedSession[]
  events: readonly NewEvent[]
  messages: readonly ScriptedMessage[]
  calls: readonly NewCall[]
}
/** A call that was recorded, with what was said in it. */
export type NewCall = { at: Date; endedAt: Date; said: readonly { byId: number; at: Date; text: string }[] }
/** What was said, in the order of time: by somebody or, where `byId` is null, by the assistant. */
export type ScriptedMessage = {
  byId: number | null
  /** The whole mentorship, one of its members, or the assistant of this person. */
  where: 'whole' | { memberId: number } | { assistantOf: number }
  at: Date
  text: string
}
/** What they have planned together, once or repeated. */
export type NewEvent = {
  byId: number
  title: string
  description: string
  isPairGroupCall: boolean
  /** The first of them. */
  at: Date
  frequency: 'NONE' | 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY'
  /** The last day in India; null where it does not repeat. */
  until: string | null
  sessionId: number | null
  /** Those that were moved by themselves, counted from 1. */
  moved: readonly { occurrence: number; at: Date }[]
}
export type WalkedSession = BegunSession & {
  personId: number
  /** Every quiz right, or as people answer. */
  answersAllRight: boolean
  rating: number | null
}

/** Who of the accounts that have just been made is being looked for, and what was offered to whom. */
export type NewMatches = {
  pairManagers: readonly { projectId: number; personId: number }[]
  seekers: readonly NewSeeker[]
  offers: readonly NewMatchOffer[]
  groups: readonly NewMatchGroup[]
}
export type NewSeeker = { personId: number; since: Date; places: number | null }
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
/** A group that is coming together; each of the mentees has a place in it. */
export type NewMatchGroup = { projectId: number; mentorId: number; menteeIds: readonly number[]; createdOn: Date }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** A programme's folder was loaded; rooms that keep what people do give the new accounts their past. */
    'content.programme_loaded': {
      newAccounts: readonly NewAccount[]
      newMentorships: readonly NewMentorship[]
      newMatches: NewMatches
    }
  }
}
