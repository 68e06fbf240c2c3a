import type { AvailableIntegration, CalendarEvent, CalendarIntegration } from '@saathi/contract/calendar/entities'

let lastId = 500
const uuidOf = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`

/** A call on Saturday evening, 14 November 2026, in mentorship 7, with a unique id and meeting link. */
export function event(overrides: Partial<CalendarEvent> = {}): CalendarEvent {
  const id = overrides.id ?? (lastId += 1)
  const isPairGroupCall = overrides.isPairGroupCall ?? true
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
    isRecurringEvent: (overrides.eventFrequency ?? 'NONE') !== 'NONE',
    isException: false,
    repeatEndDate: null,
    minutes: 60,
    mentorship: 7,
    mentorGroup: null,
    createdBy: 1,
    mayEdit: true,
    plannedAt: '2026-11-10T06:30:00.000Z',
    answers: [],
    proposals: [],
    version: 1,
    videos: isPairGroupCall ? [{ sessionUuid: uuidOf(id) }] : [],
    isPairGroupCall,
    ...overrides,
  }
}

/** Every Saturday at half past seven, starting on 7 November. */
export function weekly(times: number, overrides: Partial<CalendarEvent> = {}): CalendarEvent[] {
  const series = overrides.series ?? (lastId += 1)
  return Array.from({ length: times }, (_, place) => {
    const day = new Date(Date.UTC(2026, 10, 7 + 7 * place)).toISOString().slice(0, 10)
    return event({
      series,
      title: 'Weekly call',
      eventFrequency: 'WEEKLY',
      repeatEndDate: '2026-12-26',
      scheduledTime: `${day}T14:00:00.000Z`,
      seriesDate: day,
      ...overrides,
    })
  })
}

export const integration = (overrides: Partial<CalendarIntegration> = {}): CalendarIntegration => ({
  id: 3,
  provider: 'google',
  email: 'asha@example.com',
  state: 'connected',
  waiting: 0,
  syncedAt: '2026-11-14T05:00:00.000Z',
  usesBusyTimes: false,
  ...overrides,
})

/** All four providers, with the given one connected. */
export function offered(connected: CalendarIntegration | null = null): AvailableIntegration[] {
  return (['google', 'outlook', 'yahoo', 'apple'] as const).map((provider) => ({
    provider,
    way: provider === 'apple' ? 'app_password' : 'oauth',
    integration: connected?.provider === provider ? connected : null,
  }))
}
