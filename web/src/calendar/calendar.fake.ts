import type { AvailableIntegration, CalendarEvent, CalendarIntegration } from '@saathi/contract/calendar/entities'

let lastId = 500
const uuidOf = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`

/** A call on the evening of Saturday, 14 November 2026, in mentorship 7; each has its own id and meeting link. */
export function event(given: Partial<CalendarEvent> = {}): CalendarEvent {
  const id = given.id ?? (lastId += 1)
  const isPairGroupCall = given.isPairGroupCall ?? true
  return {
    id,
    series: id,
    title: `Event ${id}`,
    description: '',
    eventFrequency: 'NONE',
    scheduledTime: '2026-11-14T14:00:00.000Z',
    timeZone: 'Asia/Kolkata',
    seriesDate: '2026-11-14',
    sessionId: null,
    sessionName: null,
    localeSessionName: null,
    isRecurringEvent: (given.eventFrequency ?? 'NONE') !== 'NONE',
    isException: false,
    repeatEndDate: null,
    mentorship: 7,
    mentorGroup: null,
    createdBy: 1,
    mayEdit: true,
    version: 1,
    videos: isPairGroupCall ? [{ sessionUuid: uuidOf(id) }] : [],
    isPairGroupCall,
    ...given,
  }
}

/** Every Saturday at half past seven from 7 November on, so many times. */
export function weekly(times: number, given: Partial<CalendarEvent> = {}): CalendarEvent[] {
  const series = given.series ?? (lastId += 1)
  return Array.from({ length: times }, (_, place) => {
    const day = new Date(Date.UTC(2026, 10, 7 + 7 * place)).toISOString().slice(0, 10)
    return event({
      series,
      title: 'Weekly call',
      eventFrequency: 'WEEKLY',
      repeatEndDate: '2026-12-26',
      scheduledTime: `${day}T14:00:00.000Z`,
      seriesDate: day,
      ...given,
    })
  })
}

export const integration = (given: Partial<CalendarIntegration> = {}): CalendarIntegration => ({
  id: 3,
  provider: 'google',
  email: 'asha@example.com',
  state: 'connected',
  waiting: 0,
  syncedAt: '2026-11-14T05:00:00.000Z',
  ...given,
})

/** All four, with the given one connected. */
export function offered(connected: CalendarIntegration | null = null): AvailableIntegration[] {
  return (['google', 'outlook', 'yahoo', 'apple'] as const).map((provider) => ({
    provider,
    way: provider === 'apple' ? 'app_password' : 'oauth',
    integration: connected?.provider === provider ? connected : null,
  }))
}
