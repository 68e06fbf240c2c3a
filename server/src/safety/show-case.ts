import {
  DESK_MAX,
  LegalKind,
  type Case,
  type CaseReport,
  type CaseRow,
  type DeskPerson,
  type OpenPoint,
} from '@saathi/contract/safety/case-entities'
import { dangerOf } from '@saathi/contract/safety/entities'
import { isKnownAdult } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { requireCase } from './access.ts'
import { findDeskOf } from './alerts.ts'
import { type CasePersonRow, type CaseRecord, findCasePeople } from './case-store.ts'
import { findEvents, isChainWhole } from './chronology-store.ts'
import { findPeople, findReportsWithEvidence, type PersonFacts, roleOf } from './person-store.ts'
import { findReportMessages, findReportsIn, type MessageRecord, type ReportRecord } from './report-store.ts'
import { showMessage } from './show-report.ts'
import { findSteps, type StepRecord } from './steps/store.ts'
import { findNumbers, findTasks, findUnlocks, type NumbersRecord, type UnlockRecord } from './work-store.ts'

type People = ReadonlyMap<number, PersonFacts>
const toDeskPerson = (people: People, personId: number): DeskPerson => ({ personId, name: people.get(personId)?.name ?? null })
const orNull = (people: People, personId: number | null): DeskPerson | null =>
  personId === null ? null : toDeskPerson(people, personId)
const iso = (time: Date | null): string | null => time?.toISOString() ?? null

type RowParts = {
  named: readonly CasePersonRow[]
  reports: readonly ReportRecord[]
  messages: readonly MessageRecord[]
  people: People
}

function showRow(found: CaseRecord, { named, reports, messages, people }: RowParts, waitsForYou: boolean): CaseRow {
  const gravest = reports.find(({ reason }) => dangerOf(reason) !== null) ?? reports[0]
  const roleIn = (part: CasePersonRow['part']) => roleOf(people.get(named.find((each) => each.part === part)?.personId ?? 0))
  const ids = new Set(reports.map(({ id }) => id))
  return {
    id: found.id,
    source: found.source,
    state: found.state,
    isUrgent: found.isUrgent,
    reason: gravest?.reason ?? null,
    kind: gravest?.kind ?? null,
    reporterRole: roleOf(people.get(gravest?.reporterId ?? 0)) ?? roleIn('reporter') ?? roleIn('child'),
    concernedRole: roleIn('concerned'),
    programme: found.programme,
    words: messages.find(({ reportId, kind }) => ids.has(reportId) && kind === 'words')?.text ?? null,
    reports: reports.length,
    openedAt: found.openedAt.toISOString(),
    dueAt: found.dueAt.toISOString(),
    isAnswered: found.answeredAt !== null,
    takenBy: orNull(people, found.takenBy),
    takenAt: iso(found.takenAt),
    waitsForYou,
  }
}

/** Whether the case needs an approval or sign-off that the reader may give. */
function waitsFor(readerId: number, found: CaseRecord, unlocks: readonly UnlockRecord[], steps: readonly StepRecord[]): boolean {
  const waitsForKey = unlocks.some((key) => key.agreedBy === null && key.closedAt === null && key.askedBy !== readerId)
  const waitsForVoice = steps.some(({ state, takenBy }) => state === 'asked' && takenBy !== readerId)
  return waitsForKey || waitsForVoice || (found.state === 'to_sign_off' && found.closeAskedBy !== readerId)
}

export async function showRows(ctx: Ctx, rows: readonly CaseRecord[]): Promise<CaseRow[]> {
  const ids = rows.map(({ id }) => id)
  const named = await findCasePeople(ctx.db, ids)
  const reports = await findReportsIn(ctx.db, ids)
  const messages = await findReportMessages(
    ctx.db,
    reports.map(({ id }) => id),
  )
  const people = await findPeople(ctx.db, [
    ...named.map(({ personId }) => personId),
    ...rows.flatMap(({ takenBy }) => takenBy ?? []),
  ])
  return Promise.all(
    rows.map(async (found) => {
      const parts = {
        named: named.filter(({ caseId }) => caseId === found.id),
        reports: reports.filter(({ caseId }) => caseId === found.id),
        messages,
        people,
      }
      const [unlocks, steps] = [await findUnlocks(ctx.db, found.id), await findSteps(ctx.db, found.id)]
      return showRow(found, parts, waitsFor(ctx.actor.personId, found, unlocks, steps))
    }),
  )
}

export async function showCase(ctx: Ctx, id: number): Promise<Case> {
  const { db } = ctx
  const found = await requireCase(ctx, id)
  const named = await findCasePeople(db, [id])
  const reports = await findReportsIn(db, [id])
  const messages = await findReportMessages(
    db,
    reports.map((report) => report.id),
  )
  const events = await findEvents(db, id)
  const tasks = await findTasks(db, id)
  const unlocks = await findUnlocks(db, id)
  const steps = await findSteps(db, id)
  const desk = await findDeskOf(ctx, found)
  const numbers = await findNumbers(db, found.projectId)
  const copied = await findReportsWithEvidence(db, id)
  const people = await findPeople(db, [
    ...named.map(({ personId }) => personId),
    ...reports.flatMap(({ reporterId, aboutId }) => [reporterId, ...(aboutId === null ? [] : [aboutId])]),
    ...messages.flatMap(({ writtenBy }) => writtenBy ?? []),
    ...events.flatMap(({ by, person }) => [by, person]).filter((each) => each !== null),
    ...tasks.map(({ addedBy }) => addedBy),
    ...unlocks.flatMap(({ askedBy, agreedBy }) => [askedBy, ...(agreedBy === null ? [] : [agreedBy])]),
    ...steps.flatMap(({ personId, takenBy, agreedBy }) => [personId, takenBy, agreedBy]).filter((each) => each !== null),
    ...desk.map(({ personId }) => personId),
    ...[found.takenBy, numbers?.checkedBy ?? null].filter((each) => each !== null),
  ])
  const now = ctx.now()
  return {
    ...showRow(found, { named, reports, messages, people }, waitsFor(ctx.actor.personId, found, unlocks, steps)),
    reportsInIt: reports.map((report) => showReport(report, messages, people, copied)),
    people: await showPeople(db, named, people),
    events: events.map(({ number, at, kind, by, person, detail, text, until }) => ({
      number,
      at: at.toISOString(),
      kind,
      by: orNull(people, by),
      person: orNull(people, person),
      detail,
      text,
      until: iso(until),
    })),
    tasks: tasks.map(({ addedBy, dueAt, doneAt, ...task }) => ({
      id: task.id,
      text: task.text,
      dueAt: iso(dueAt),
      by: toDeskPerson(people, addedBy),
      doneAt: iso(doneAt),
    })),
    unlocks: unlocks.map((key) => ({
      id: key.id,
      reason: key.reason,
      askedBy: toDeskPerson(people, key.askedBy),
      askedAt: key.askedAt.toISOString(),
      agreedBy: orNull(people, key.agreedBy),
      until: iso(key.until),
      isOpen: key.closedAt === null && (key.until === null || key.until > now),
    })),
    steps: steps.map((step) => ({
      id: step.id,
      kind: step.kind,
      person: toDeskPerson(people, step.personId),
      words: step.words,
      state: step.state,
      by: orNull(people, step.takenBy),
      at: step.takenAt.toISOString(),
      until: iso(step.until),
      agreedBy: orNull(people, step.agreedBy),
    })),
    legal: {
      isPossibleOffence: found.isPossibleOffence,
      entries: showLegal(events, people),
      numbers: showNumbers(numbers, people),
    },
    openPoints: openPointsOf(found, reports, steps, events),
    desk: desk.slice(0, DESK_MAX).map(({ personId }) => toDeskPerson(people, personId)),
    isSealWhole: isChainWhole(ctx, { caseId: id, lastEvent: found.lastEvent, head: found.head }, events),
    looksHiddenUntil: iso(found.looksHiddenUntil),
    hasPair: found.mentorshipId !== null,
    hasChannel: found.channelId !== null,
  }
}

export const showNumbers = (numbers: NumbersRecord | null, people: People): Case['legal']['numbers'] => ({
  headName: numbers?.headName ?? '',
  policeName: numbers?.policeName ?? '',
  policeNumber: numbers?.policeNumber ?? '',
  checkedBy: people.get(numbers?.checkedBy ?? 0)?.name ?? null,
  checkedAt: iso(numbers?.checkedAt ?? null),
})

function showReport(
  report: ReportRecord,
  messages: readonly MessageRecord[],
  people: People,
  copied: ReadonlySet<number>,
): CaseReport {
  return {
    id: report.id,
    reporter: toDeskPerson(people, report.reporterId),
    kind: report.kind,
    reason: report.reason,
    about: orNull(people, report.aboutId),
    state: report.state,
    sentAt: report.sentAt.toISOString(),
    isReopened: report.reopenedAt !== null,
    mayTellGuardian: report.mayTellGuardian,
    messages: messages.filter(({ reportId }) => reportId === report.id).map((message) => showMessage(message, people)),
    hasEvidence: copied.has(report.id),
  }
}

async function showPeople(db: Db, named: readonly CasePersonRow[], people: People): Promise<Case['people']> {
  const shown = await Promise.all(
    named.map(async ({ personId, part }) => {
      const person = people.get(personId)
      const role = roleOf(person)
      if (!person || role === null) return []
      const isAdult = await isKnownAdult(db, personId)
      return [
        { personId, part, role, isAdult, name: person.name ?? '', language: person.language, isDisabled: person.isDisabled },
      ]
    }),
  )
  return shown.flat()
}

type Events = Awaited<ReturnType<typeof findEvents>>

function showLegal(events: Events, people: People): Case['legal']['entries'] {
  const latest = new Map<LegalKind, Case['legal']['entries'][number]>()
  for (const { kind, detail, text, until, at, by } of events) {
    const legal = LegalKind.safeParse(detail)
    if (kind !== 'legal' || !legal.success) continue
    latest.set(legal.data, { kind: legal.data, text: text ?? '', at: (until ?? at).toISOString(), by: orNull(people, by) })
  }
  return [...latest.values()]
}

/** Tasks that must be done before the case can be closed. */
export function openPointsOf(
  found: CaseRecord,
  reports: readonly ReportRecord[],
  steps: readonly StepRecord[],
  events: Events,
): OpenPoint[] {
  const isTold = events.some(({ kind, detail }) => kind === 'legal' && (detail === 'police_told' || detail === 'not_applicable'))
  return [
    ...(reports.some(({ state }) => state === 'received' || state === 'need_to_ask') ? ['unanswered_report' as const] : []),
    ...(found.isPossibleOffence && !isTold ? ['legal_duty' as const] : []),
    ...(steps.some(({ state }) => state === 'asked') ? ['waiting_step' as const] : []),
    ...(found.state === 'closed' ? [] : ['sign_off' as const]),
  ]
}
