import * as z from 'zod/mini'
import { Role } from '../accounts/roles.ts'
import { Id, Time } from '../core/fields.ts'
import { ReportedKind, ReportMessage, ReportReason, ReportState } from './entities.ts'

/**
 * Why a case was opened. `danger`: words of danger to the assistant or in the help centre; `block`: somebody blocked their partner;
 * `ending`: the team ended a pair because somebody may not be safe.
 */
export const CaseSource = z.enum(['report', 'block', 'danger', 'ending'])
export type CaseSource = z.infer<typeof CaseSource>

/** `to_sign_off`: the person working on the case wants to close it, and a colleague must agree. */
export const CaseState = z.enum(['open', 'to_sign_off', 'closed'])
export type CaseState = z.infer<typeof CaseState>

export const CasePart = z.enum(['child', 'concerned', 'witness', 'reporter'])
export type CasePart = z.infer<typeof CasePart>

/** A member of the desk; the name is null once the account is gone. */
export const DeskPerson = z.object({ personId: Id, name: z.nullable(z.string()) })
export type DeskPerson = z.infer<typeof DeskPerson>

export const CaseRow = z.object({
  id: Id,
  source: CaseSource,
  state: CaseState,
  isUrgent: z.boolean(),
  /** The reason of the gravest report; null if nobody reported. */
  reason: z.nullable(ReportReason),
  kind: z.nullable(ReportedKind),
  /** The role of the reporter and of the reported person. Names are on the page of the case. */
  reporterRole: z.nullable(Role),
  concernedRole: z.nullable(Role),
  programme: z.nullable(z.string()),
  /** The reporter's own words, if any; shown blurred. */
  words: z.nullable(z.string()),
  reports: z.int(),
  openedAt: Time,
  /** Everybody who reported must have an answer by this time. */
  dueAt: Time,
  /** Everybody who reported has an answer, so the clock has stopped. */
  isAnswered: z.boolean(),
  takenBy: z.nullable(DeskPerson),
  takenAt: z.nullable(Time),
  /** The caller's approval or sign-off is needed. */
  waitsForYou: z.boolean(),
})
export type CaseRow = z.infer<typeof CaseRow>

export const CasePerson = z.object({
  personId: Id,
  name: z.string(),
  role: Role,
  part: CasePart,
  /** The language of the team's messages to this person. */
  language: z.string(),
  /** False if this is unknown: the person is then treated as a child. */
  isAdult: z.boolean(),
  isDisabled: z.boolean(),
})
export type CasePerson = z.infer<typeof CasePerson>

export const CaseReport = z.object({
  id: Id,
  reporter: z.nullable(DeskPerson),
  kind: ReportedKind,
  reason: ReportReason,
  about: z.nullable(DeskPerson),
  state: ReportState,
  sentAt: Time,
  isReopened: z.boolean(),
  mayTellGuardian: z.nullable(z.boolean()),
  messages: z.array(ReportMessage).check(z.maxLength(100)),
  /** Whether something was copied that can be opened with a reason. */
  hasEvidence: z.boolean(),
})
export type CaseReport = z.infer<typeof CaseReport>

export const NoteSection = z.enum(['facts', 'concern', 'risk', 'action'])
export type NoteSection = z.infer<typeof NoteSection>

export const CaseEventKind = z.enum([
  'opened',
  'reported',
  'added',
  'reopened',
  'blocked',
  'alerted',
  'taken',
  'released',
  'given',
  'window_opened',
  'key_asked',
  'key_turned',
  'key_closed',
  'messages_read',
  'note',
  'person_added',
  'task_added',
  'task_done',
  'answered',
  'step_asked',
  'step_taken',
  'step_undone',
  'legal',
  'look_delay',
  'close_asked',
  'sent_back',
  'signed_off',
  'reopened_by_team',
])
export type CaseEventKind = z.infer<typeof CaseEventKind>

/** One sealed entry of the chronology. Nothing is ever changed or removed. */
export const CaseEvent = z.object({
  number: z.int(),
  at: Time,
  kind: CaseEventKind,
  /** Null for actions of members and of the product itself. */
  by: z.nullable(DeskPerson),
  /** Who it concerns, for example the person a step was taken for. */
  person: z.nullable(DeskPerson),
  /** Depends on the kind of event: the section of a note, the kind of a step or answer, or the legal entry. */
  detail: z.nullable(z.string()),
  text: z.nullable(z.string()),
  until: z.nullable(Time),
})
export type CaseEvent = z.infer<typeof CaseEvent>

export const CaseTask = z.object({
  id: Id,
  text: z.string(),
  dueAt: z.nullable(Time),
  by: DeskPerson,
  doneAt: z.nullable(Time),
})
export type CaseTask = z.infer<typeof CaseTask>

/** Access to the whole conversation, granted by two people for 60 minutes. */
export const Unlock = z.object({
  id: Id,
  reason: z.string(),
  askedBy: DeskPerson,
  askedAt: Time,
  /** Null until the second person has agreed. */
  agreedBy: z.nullable(DeskPerson),
  until: z.nullable(Time),
  /** True while the request waits for the second person, and while the conversation can be read. */
  isOpen: z.boolean(),
})
export type Unlock = z.infer<typeof Unlock>

export const StepKind = z.enum(['warn', 'mute', 'pause_channel', 'pause_pair', 'suspend', 'end_pair', 'ban'])
export type StepKind = z.infer<typeof StepKind>

/** Measures against a person. `warn`, `end_pair` and `ban` have no end date; only `end_pair` cannot be undone. */
export const stepRules: Readonly<Record<StepKind, { hasEnd: boolean; canUndo: boolean; needsTwo: boolean }>> = {
  warn: { hasEnd: false, canUndo: true, needsTwo: false },
  mute: { hasEnd: true, canUndo: true, needsTwo: false },
  pause_channel: { hasEnd: true, canUndo: true, needsTwo: false },
  pause_pair: { hasEnd: true, canUndo: true, needsTwo: false },
  suspend: { hasEnd: true, canUndo: true, needsTwo: false },
  end_pair: { hasEnd: false, canUndo: false, needsTwo: false },
  ban: { hasEnd: false, canUndo: true, needsTwo: true },
}

export const CaseStep = z.object({
  id: Id,
  kind: StepKind,
  person: DeskPerson,
  /** Added to the standard text in the person's language. */
  words: z.nullable(z.string()),
  /** `asked`: a second person has to agree. */
  state: z.enum(['asked', 'in_force', 'ended', 'undone']),
  /** Null if the product paused the pair because one member blocked the other. */
  by: z.nullable(DeskPerson),
  at: Time,
  until: z.nullable(Time),
  agreedBy: z.nullable(DeskPerson),
})
export type CaseStep = z.infer<typeof CaseStep>

/** `not_applicable`: recorded with a reason; the case can then be closed without a report to the police. */
export const LegalKind = z.enum(['possible_offence', 'child_safe', 'head_told', 'police_told', 'helpline_told', 'not_applicable'])
export type LegalKind = z.infer<typeof LegalKind>

/** The phone numbers of a programme for emergencies. */
export const SafetyNumbers = z.object({
  headName: z.string(),
  policeName: z.string(),
  policeNumber: z.string(),
  checkedBy: z.nullable(z.string()),
  checkedAt: z.nullable(Time),
})
export type SafetyNumbers = z.infer<typeof SafetyNumbers>

export const LegalDuty = z.object({
  /** Set by the product for grave reasons, or by the desk. */
  isPossibleOffence: z.boolean(),
  /** The latest entry of each kind. */
  entries: z.array(z.object({ kind: LegalKind, text: z.string(), at: Time, by: z.nullable(DeskPerson) })),
  numbers: SafetyNumbers,
})
export type LegalDuty = z.infer<typeof LegalDuty>

/** Tasks that must be done before the case can be closed. */
export const OpenPoint = z.enum(['unanswered_report', 'legal_duty', 'waiting_step', 'sign_off'])
export type OpenPoint = z.infer<typeof OpenPoint>

/** At most this many colleagues are listed. */
export const DESK_MAX = 100

export const Case = z.object({
  ...CaseRow.shape,
  reportsInIt: z.array(CaseReport).check(z.maxLength(50)),
  people: z.array(CasePerson).check(z.maxLength(60)),
  events: z.array(CaseEvent).check(z.maxLength(2_000)),
  tasks: z.array(CaseTask).check(z.maxLength(100)),
  unlocks: z.array(Unlock).check(z.maxLength(50)),
  steps: z.array(CaseStep).check(z.maxLength(100)),
  legal: LegalDuty,
  openPoints: z.array(OpenPoint),
  /** Colleagues who may work on this case. */
  desk: z.array(DeskPerson).check(z.maxLength(DESK_MAX)),
  /** False if an entry of the chronology was changed or removed. */
  isSealWhole: z.boolean(),
  /** Until this time, the members concerned cannot see who opened their messages; null: until the case is decided. */
  looksHiddenUntil: z.nullable(Time),
  /** Whether the case has a pair, whose contact can be paused or ended, and whether it has a conversation. */
  hasPair: z.boolean(),
  hasChannel: z.boolean(),
})
export type Case = z.infer<typeof Case>

export const EvidenceMessage = z.object({
  messageId: z.int(),
  /** Null for somebody who had left at the time. */
  sender: z.nullable(DeskPerson),
  text: z.string(),
  at: Time,
  /** Erased before it was reported. */
  isErased: z.boolean(),
  /** When the sender deleted the message for everyone; its text is in `earlier`. */
  deletedAt: z.optional(Time),
  /** What it said before it was edited or deleted, oldest first. */
  earlier: z.optional(z.array(z.object({ text: z.string(), until: Time }))),
  isReported: z.boolean(),
  file: z.nullable(
    z.object({ name: z.string(), type: z.string(), /** Null if the bytes could not be copied. */ url: z.nullable(z.string()) }),
  ),
})
export type EvidenceMessage = z.infer<typeof EvidenceMessage>

/** `profile`: the name; `call`: when it began. */
export const FactName = z.enum(['profile', 'bio', 'call', 'post'])

/** What was reported, as it was copied at the time of the report. */
export const Evidence = z.object({
  copiedAt: Time,
  messages: z.array(EvidenceMessage).check(z.maxLength(100)),
  /** What was reported if it is not a message: the profile, the post or the call, as lines of text. */
  facts: z.array(z.object({ name: FactName, text: z.string() })),
  /** The picture of a reported profile; null if it has none. */
  picture: z.nullable(z.string()),
  isSealWhole: z.boolean(),
})
export type Evidence = z.infer<typeof Evidence>
