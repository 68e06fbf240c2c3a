import { HOUR_MS } from '@saathi/contract/core/time'
import type { NewCall, NewEvent, NewMentorship, NewReport, ScriptedMessage } from '#content/public.ts'
import { toStartedSession, type LoadedSession } from './session.ts'
import {
  ASSISTANT,
  type CallFile,
  type EventFile,
  type MentorshipFile,
  type MessageFile,
  type ReportFile,
} from '../format/mentorship.ts'
import { mustFind } from '../problems.ts'
import type { Programme } from '../programme.ts'
import { indiaDate, indiaMoment, indiaTime } from '../read/relative-time.ts'

const START_TIME = '10:00'

type LoadedIds = {
  idsByEmail: ReadonlyMap<string, number>
  projectIds: ReadonlyMap<string, number>
  sessions: ReadonlyMap<string, LoadedSession>
  now: Date
}

/** Only between accounts created by this load: existing people may have found another partner since. */
export function newMentorships({ mentorships }: Programme, loaded: LoadedIds): NewMentorship[] {
  return (mentorships?.value.mentorships ?? [])
    .filter(({ mentor, mentees, pairManager }) =>
      [mentor, ...mentees, ...(pairManager === undefined ? [] : [pairManager])].every((email) => loaded.idsByEmail.has(email)),
    )
    .map((mentorship) => toMentorship(mentorship, loaded))
}

function toMentorship(mentorship: MentorshipFile, loaded: LoadedIds): NewMentorship {
  const { project, mentor, mentees, pairManager, startedDaysAgo, endedDaysAgo, walked, events, messages, calls, reports } =
    mentorship
  const { meetingsPerMonth = null, checkIns, requests, farewell } = mentorship
  const { idsByEmail, projectIds, sessions, now } = loaded
  const idOf = (email: string) => mustFind(idsByEmail, email)
  const isNew = (...emails: readonly string[]) => emails.every((email) => idsByEmail.has(email))
  return {
    projectId: mustFind(projectIds, project),
    mentorId: idOf(mentor),
    menteeIds: mentees.map(idOf),
    pairManagerId: pairManager === undefined ? null : idOf(pairManager),
    startedAt: indiaTime(now, startedDaysAgo, START_TIME),
    endedAt: endedDaysAgo === undefined ? null : indiaTime(now, endedDaysAgo, START_TIME),
    begun: walked.map((entry) => ({
      ...toStartedSession(entry, mustFind(sessions, entry.session), now),
      personId: idOf(entry.who),
      answersAllRight: entry.answersAllRight,
      rating: entry.rating ?? null,
    })),
    events: events.map((event) => toEvent(event, loaded)),
    messages: messages.map((message) => toMessage(message, loaded)).toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    calls: calls.map((call) => toCall(call, loaded)),
    // Only staff created by this folder take part in the reports.
    reports: reports
      .filter(({ answer }) => !answer || isNew(answer.by, answer.signedOffBy))
      .map((report) => toReport(report, loaded)),
    meetingsPerMonth,
    checkIns: checkIns.map(({ who, daysAgo, score = null, words }) => ({
      personId: idOf(who),
      askedAt: indiaTime(now, daysAgo, START_TIME),
      score,
      words,
    })),
    requests: requests.map(({ by, daysAgo, ...request }) => ({
      ...request,
      personId: idOf(by),
      askedAt: indiaTime(now, daysAgo, START_TIME),
    })),
    farewell: farewell
      ? {
          begunBy: idsByEmail.get(farewell.by) ?? null,
          reason: farewell.reason,
          begunAt: indiaTime(now, farewell.begunDaysAgo, START_TIME),
          words: farewell.words.map(({ who, ...words }) => ({ ...words, personId: idOf(who) })),
        }
      : null,
  }
}

function toEvent(event: EventFile, { idsByEmail, sessions, now }: LoadedIds): NewEvent {
  const { title, description, by, inDays, at, isCall, session, repeats, untilInDays, moved } = event
  return {
    byId: mustFind(idsByEmail, by),
    title,
    description,
    isPairGroupCall: isCall,
    at: indiaMoment(now, inDays, at),
    frequency: repeats ?? 'NONE',
    until: untilInDays === undefined ? null : indiaDate(now, untilInDays),
    sessionId: session === undefined ? null : mustFind(sessions, session).id,
    moved: moved.map((one) => ({ occurrence: one.occurrence, at: indiaMoment(now, one.inDays, one.at) })),
  }
}

function toCall({ daysAgo, at, minutes, said }: CallFile, { idsByEmail, now }: LoadedIds): NewCall {
  const startedAt = indiaTime(now, daysAgo, at)
  const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000)
  return {
    at: startedAt,
    endedAt: after(minutes * 60),
    said: said.map(({ by, afterSeconds, text }) => ({ byId: mustFind(idsByEmail, by), at: after(afterSeconds), text })),
  }
}

function toReport(
  { by, about, message, reason, words, hoursAgo, answer }: ReportFile,
  { idsByEmail, now }: LoadedIds,
): NewReport {
  const idOf = (email: string) => mustFind(idsByEmail, email)
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  return {
    byId: idOf(by),
    aboutId: idOf(about),
    message: message ?? null,
    reason,
    words: words ?? null,
    at: ago(hoursAgo),
    answer: answer
      ? {
          byId: idOf(answer.by),
          kind: answer.kind,
          text: answer.text,
          signedOffById: idOf(answer.signedOffBy),
          at: ago(answer.hoursAgo),
        }
      : null,
  }
}

function toMessage({ by, to, daysAgo, at, text }: MessageFile, { idsByEmail, now }: LoadedIds): ScriptedMessage {
  const idOf = (email: string) => mustFind(idsByEmail, email)
  const message = { at: indiaTime(now, daysAgo, at), text }
  if (by === ASSISTANT) return { ...message, byId: null, where: { assistantOf: idOf(to ?? '') } }
  if (to === ASSISTANT) return { ...message, byId: idOf(by), where: { assistantOf: idOf(by) } }
  return { ...message, byId: idOf(by), where: to === undefined ? 'whole' : { memberId: idOf(to) } }
}
