import type { UserType } from '@saathi/contract/accounts/entities'
import type { CardsFile, FaqFile, HelplinesFile, FeedFile } from './format/community.ts'
import type { LegalTexts } from './read/community.ts'
import type { AccountsFile, ProgrammeFile, SessionFile } from './format/programme.ts'
import type { Document, Problem } from './problems.ts'
import type { JsonPath } from './read/json-lines.ts'
import type { MatchingFile } from './format/matching.ts'
import type { MentorshipsFile, ScreensFile } from './format/mentorship.ts'
import { formatPath } from './problems.ts'
import type { Quizzes, StepTexts } from './read/session.ts'
import type { SurveyFile } from './format/questionnaire.ts'

export type MediaFile = { file: string; name: string; type: string; hash: string; bytes: Buffer }
export type SessionSource = Document<SessionFile> & {
  overviews: ReadonlyMap<string, string>
  stepTexts: StepTexts
  quizzes: Quizzes
}

/** The declarations for sign-up by language; the base language has an empty key. */
export type DeclarationTexts = ReadonlyMap<UserType, ReadonlyMap<string, string>>

/** A programme folder in memory. Sessions are in the order of their folder numbers. */
export type Programme = {
  about: Document<ProgrammeFile>
  accounts: Document<AccountsFile> | null
  sessions: readonly SessionSource[]
  declarations: DeclarationTexts
  /** In the order of their file numbers. */
  surveys: readonly Document<SurveyFile>[]
  feed: Document<FeedFile> | null
  legal: LegalTexts
  faq: Document<FaqFile> | null
  helplines: Document<HelplinesFile> | null
  cards: Document<CardsFile> | null
  screens: Document<ScreensFile> | null
  mentorships: Document<MentorshipsFile> | null
  matching: Document<MatchingFile> | null
  /** Made-up people among the accounts, by email address. */
  madeUp: ReadonlyMap<string, { lastSeenDaysAgo: number | null }>
  media: readonly MediaFile[]
  sourceHash: string
}

export function makeDocument<T>(file: string, value: T, lineOf: (path: JsonPath) => number): Document<T> {
  return { file, value, problemAt: (path, text) => ({ file, line: lineOf(path), field: formatPath(path), text }) }
}

/** All problems of a folder, so that they can be fixed in one go. */
export class ProgrammeProblems extends Error {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(`The programme has ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`)
    this.problems = problems
  }
}
