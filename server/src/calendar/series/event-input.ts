import type { addCalendarEvent } from '@saathi/contract/calendar/calls'
import { EVENT_MINUTES } from '@saathi/contract/calendar/entities'
import { checkEvent, type EventField, type EventProblem, FIRST_YEAR } from '@saathi/contract/calendar/check-event'
import { INDIA } from '@saathi/contract/calendar/zone'
import type { CallParsed } from '@saathi/contract/core/call'
import { toSnake } from '@saathi/contract/core/wire'
import type { Ctx } from '#core/ctx.ts'
import { badField, coreRefusal, fieldPhrase, type FieldProblem } from '#core/errors.ts'
import type { Inside } from '#mentorship/public.ts'
import type { PlanProblem, EventInput } from './plan.ts'
import { findSessionsOf } from '../session-store.ts'

export type EventBody = CallParsed<typeof addCalendarEvent>['body']

const texts: Record<EventProblem | PlanProblem['problem'], FieldProblem> = {
  required: 'required',
  notAllowed: 'not_allowed',
  beforeStart: 'day_before_event',
  tooMany: 'too_many_events',
  tooEarly: 'day_too_early',
  tooFar: 'day_too_far',
  unknownZone: 'time_zone_unknown',
  notForThis: 'not_for_one_event',
  otherDay: 'series_keeps_day',
  otherZone: 'other_days_in_zone',
}

export const refuseFields = (problems: Partial<Record<EventField | PlanProblem['field'], keyof typeof texts>>) =>
  coreRefusal('core.bad_input', {
    errors: Object.fromEntries(
      Object.entries(problems).map(([field, problem]) => [
        toSnake(field),
        [{ ...fieldPhrase(texts[problem]), values: { year: String(FIRST_YEAR) } }],
      ]),
    ),
  })

/** Validates and normalises the body; reports all problems at once. */
export async function readEventInput(
  ctx: Ctx,
  { mentorship }: Inside,
  body: EventBody,
  { zone = INDIA, minutes = EVENT_MINUTES, isOneOfMany = false } = {},
): Promise<EventInput> {
  for (const [field, id] of [
    ['mentorship', body.mentorship],
    ['mentor_group', body.mentorGroup],
  ] as const) {
    if (id !== undefined && id !== null && id !== mentorship.id) throw badField(field, 'other_mentorship')
  }
  const timeZone = body.timeZone ?? zone
  const isRepeated = body.isRecurringEvent ?? null
  if (isRepeated !== null && body.eventFrequency && isRepeated !== (body.eventFrequency !== 'NONE')) {
    throw badField('is_recurring_event', 'frequency_differs')
  }
  const session = await readSession(ctx, mentorship.id, body)
  const draft = {
    title: body.title,
    isPairGroupCall: body.isPairGroupCall ?? null,
    scheduledTime: body.scheduledTime ? wholeMinute(new Date(body.scheduledTime)) : null,
    timeZone,
    eventFrequency: body.eventFrequency ?? null,
    repeatEndDate: body.repeatEndDate ?? null,
    sessionId: session,
  }
  const problems = checkEvent(draft, ctx.now(), { isOneOfMany })
  const { isPairGroupCall, scheduledTime, eventFrequency } = draft
  if (Object.keys(problems).length > 0 || isPairGroupCall === null || !scheduledTime || !eventFrequency)
    throw refuseFields(problems)
  return {
    title: body.title.trim(),
    description: body.description.trim(),
    isPairGroupCall,
    minutes: body.minutes ?? minutes,
    at: scheduledTime,
    zone: timeZone,
    frequency: eventFrequency,
    end: draft.repeatEndDate,
    sessionId: session,
  }
}

/** Drop seconds: otherwise an event that differs only in seconds would count as moved. */
const wholeMinute = (time: Date): Date => new Date(Math.floor(time.getTime() / 60_000) * 60_000)

/** By id, or by title among the sessions of this mentorship. */
async function readSession(ctx: Ctx, mentorshipId: number, { sessionId, sessionName }: EventBody): Promise<number | null> {
  if ((sessionId ?? null) === null && (sessionName ?? '') === '') return null
  const sessions = await findSessionsOf(ctx.db, mentorshipId)
  const isNamed = ({ titles }: { titles: string[] }) => (sessionName ?? '') === '' || titles.includes(sessionName ?? '')
  const found = sessions.find((session) => (sessionId ? session.id === sessionId : isNamed(session)))
  if (found && !isNamed(found)) throw badField('session_name', 'other_session_name')
  if (!found) throw badField(sessionId ? 'session_id' : 'session_name', 'session_elsewhere')
  return found.id
}
