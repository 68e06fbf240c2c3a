import * as z from 'zod/mini'
import { Id, Time } from '../core/fields.ts'
import { WorkRule } from './rules.ts'

/** A day in India, like 2026-11-18. */
export const Day = z.iso.date()

export const WorkView = z.enum(['mine', 'team', 'snoozed', 'done'])
export type WorkView = z.infer<typeof WorkView>

export const WorkSubject = z.enum(['pair', 'person', 'group', 'programme'])
export type WorkSubject = z.infer<typeof WorkSubject>

export const WorkPerson = z.object({
  id: Id,
  name: z.string(),
  firstName: z.string(),
  picture: z.nullable(z.string()),
  part: z.enum(['mentor', 'mentee']),
})
export type WorkPerson = z.infer<typeof WorkPerson>

export const Colleague = z.object({ id: Id, name: z.string() })
export type Colleague = z.infer<typeof Colleague>

/** The values of the sentence that explains the row; never anything a member wrote. */
export const WorkFact = z.object({
  count: z.int(),
  /** The agreed days between two meetings. */
  everyDays: z.nullable(z.int()),
  /** The side that has not answered. */
  side: z.nullable(z.enum(['mentor', 'mentee'])),
  /** When something ends. */
  until: z.nullable(Time),
})
export type WorkFact = z.infer<typeof WorkFact>

export const WorkItem = z.object({
  id: Id,
  rule: WorkRule,
  limit: z.int(),
  subject: WorkSubject,
  /** The mentor first. Empty for a programme. */
  people: z.array(WorkPerson).check(z.maxLength(12)),
  programme: z.string(),
  mentorship: z.nullable(Id),
  /** When the fact became true. */
  since: Time,
  /** When the rule's limit was exceeded. */
  dueAt: Time,
  fact: WorkFact,
  owner: z.nullable(Colleague),
  snoozed: z.nullable(z.object({ until: Day, reason: z.string(), by: z.nullable(z.string()) })),
  closedAt: z.nullable(Time),
  /** Colleagues who have the row open now. */
  readers: z.array(Colleague).check(z.maxLength(20)),
})
export type WorkItem = z.infer<typeof WorkItem>

/** An urgent case of the safety desk; only for people who may see it. */
export const UrgentCase = z.object({
  id: Id,
  programme: z.nullable(z.string()),
  openedAt: Time,
  /** First name of the colleague who works on it. */
  takenBy: z.nullable(z.string()),
})
export type UrgentCase = z.infer<typeof UrgentCase>

export const ContactWay = z.enum(['call', 'video', 'message', 'met', 'mail'])
export type ContactWay = z.infer<typeof ContactWay>

export const PlannedContact = z.object({
  person: WorkPerson,
  on: Day,
  by: z.nullable(Colleague),
  /** A contact was noted on the caller's list today. */
  isDone: z.boolean(),
})
export type PlannedContact = z.infer<typeof PlannedContact>

export const NotedContact = z.object({
  id: Id,
  person: z.object({ id: Id, firstName: z.string() }),
  by: z.nullable(z.string()),
  how: ContactWay,
  wasReached: z.boolean(),
  note: z.string(),
  at: Time,
})
export type NotedContact = z.infer<typeof NotedContact>

/** A note of the team about a pair, in the words of a colleague. */
export const PairNote = z.object({ id: Id, text: z.string(), by: z.nullable(z.string()), at: Time })
export type PairNote = z.infer<typeof PairNote>

export const RuleSetting = z.object({
  rule: WorkRule,
  isOn: z.boolean(),
  limit: z.int(),
  /** Sent back with an edit, to detect that somebody else has changed it. */
  version: z.int(),
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(Time),
  /** The number of rows that this rule has on the list now. */
  open: z.int(),
})
export type RuleSetting = z.infer<typeof RuleSetting>

/** The numbers of pairs, contacts and rows assigned to a colleague. */
export const Caseload = z.object({ pairs: z.int(), contacts: z.int(), rows: z.int() })
export type Caseload = z.infer<typeof Caseload>

/** The part of a pair's page for colleagues who use the worklist. */
export const PairWork = z.object({
  items: z.array(WorkItem).check(z.maxLength(50)),
  people: z.array(WorkPerson).check(z.maxLength(50)),
  /** Days between two meetings: what the pair agreed on, otherwise the usual gap. */
  everyDays: z.int(),
  isAgreed: z.boolean(),
  /** Meetings that mentor and mentee both attended for long enough; newest first. */
  meetings: z.array(z.object({ at: Time, minutes: z.int() })).check(z.maxLength(50)),
  meetingCount: z.int(),
  endsAt: z.nullable(Time),
  checkIns: z.array(z.object({ personId: Id, at: Time, score: z.int() })).check(z.maxLength(50)),
  contacts: z.array(NotedContact).check(z.maxLength(50)),
  planned: z.array(PlannedContact).check(z.maxLength(50)),
  /** Automatic messages to them: sent, planned or taken out; newest first. */
  nudges: z
    .array(
      z.object({
        id: Id,
        person: z.object({ id: Id, firstName: z.string() }),
        trigger: z.string(),
        state: z.enum(['planned', 'taken_out', 'sent']),
        on: Day,
        title: z.string(),
      }),
    )
    .check(z.maxLength(50)),
  /** The newest first. */
  notes: z.array(PairNote).check(z.maxLength(50)),
})
export type PairWork = z.infer<typeof PairWork>
