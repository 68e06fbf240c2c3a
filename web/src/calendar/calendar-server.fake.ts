import { addCalendarEvent, editCalendarEvent, removeCalendarEvent } from '@saathi/contract/calendar/calls'
import type { AvailableIntegration, CalendarEvent } from '@saathi/contract/calendar/entities'
import { listCalendarIntegrations } from '@saathi/contract/calendar/integration-calls'
import { findTimes, type FoundTimes } from '@saathi/contract/calendar/time-calls'
import type { CallParsed } from '@saathi/contract/core/call'
import { expect, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerHome, personWith } from '../mentorship/home/server.fake.ts'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, refuse, setServerClock, showApp } from '../../test/harness.tsx'
import { event, offered } from './calendar.fake.ts'

/** Noon in India on Saturday, 14 November 2026. */
export const NOW = new Date('2026-11-14T06:30:00Z')

type ServerOptions = Parameters<typeof answerHome>[0] & { integrations?: AvailableIntegration[]; feedUrl?: string | null }

/** A fake server that stores the events; an edit affects a single event, which is enough for these tests. */
export function answerCalendar({ integrations = offered(), feedUrl = null, ...options }: ServerOptions = {}) {
  setServerClock(NOW)
  const { held } = answerHome(options)
  const synced = { integrations, feedUrl }
  answer(listCalendarIntegrations, () => ({ ...synced }))
  answer(findTimes, () => noTimes)
  const adding = answer(addCalendarEvent, ({ params, body }) => {
    const added = event({ ...written(body), mentorship: params.mentorshipId })
    held.events = [...held.events, added]
    return added
  })
  const editing = answer(editCalendarEvent, ({ params, body }) => {
    const before = held.events.find(({ id }) => id === params.id)
    if (!before) return refuse('calendar.event_not_found', 404)
    if (body.version !== before.version) return refuse('calendar.changed', 409)
    const edited = { ...before, ...written(body), version: before.version + 1 }
    held.events = held.events.map((each) => (each.id === edited.id ? edited : each))
    return edited
  })
  const removing = answer(removeCalendarEvent, ({ params }) => {
    held.events = held.events.filter(({ id }) => id !== params.id)
    return {}
  })
  return { held, synced, added: adding, edited: editing.inputs, removed: removing.inputs }
}

/** Nobody has said when they are free, and nothing is planned. */
export const noTimes: FoundTimes = {
  slots: [],
  suggested: [],
  isApart: false,
  mine: [],
  planned: [],
  busy: [],
  freeHours: null,
  areOthersKnown: false,
  until: '2026-11-28T06:30:00.000Z',
}

function written(body: CallParsed<typeof addCalendarEvent>['body']): Partial<CalendarEvent> {
  const { title, description, isPairGroupCall, scheduledTime, minutes, eventFrequency, repeatEndDate, sessionId } = body
  return {
    title,
    description,
    isPairGroupCall: isPairGroupCall ?? false,
    scheduledTime: scheduledTime ?? NOW.toISOString(),
    minutes: minutes ?? 60,
    eventFrequency: eventFrequency ?? 'NONE',
    repeatEndDate: repeatEndDate ?? null,
    sessionId: sessionId ?? null,
  }
}

/** Opens the calendar over the home by its URL. */
export async function showCalendar(path = '/mentorship?calendar=2026-11-14', profile = personWith({ curriculum: 'use' })) {
  const screen = await showApp({ profile, path })
  const calendar = screen.getByRole('dialog', { name: 'Calendar', exact: true })
  await expect.element(calendar).toBeVisible()
  return { screen, calendar, day: calendar.getByRole('region', { name: 'The chosen day' }) }
}

export const wide = () => page.viewport(1280, 900)

/** Sends live events. */
export async function connectLive() {
  await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
  FakeSocket.instances[0]?.open()
  return (message: unknown) => FakeSocket.instances[0]?.say(message)
}

/** Takes the browser offline until the test ends or the returned function is called. */
export function goOffline(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  const comeBack = () => {
    onLine.mockRestore()
    window.dispatchEvent(new Event('online'))
  }
  onTestFinished(comeBack)
  return comeBack
}
