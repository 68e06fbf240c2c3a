import { startOfIndiaDay, indiaDay } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'
import type { QuietHours } from '@saathi/contract/notices/entities'

export const defaultQuietHours: QuietHours = { isOn: true, from: '22:00', until: '07:00' }

const minutesOf = (timeOfDay: string): number => {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number)
  return hours * 60 + minutes
}

const timeOn = (day: number, timeOfDay: string): Date => new Date(startOfIndiaDay(day).getTime() + minutesOf(timeOfDay) * 60_000)

/** The end of the quiet hours that contain this moment; null outside of them. */
export function quietUntil({ isOn, from, until }: QuietHours, now: Date): Date | null {
  if (!isOn) return null
  const today = indiaDay(now)
  // The quiet hours that started yesterday, and those that start today.
  const nights = [today - 1, today].map((day) => ({
    begins: timeOn(day, from),
    ends: timeOn(minutesOf(until) > minutesOf(from) ? day : day + 1, until),
  }))
  return nights.find(({ begins, ends }) => begins <= now && now < ends)?.ends ?? null
}

/** The next morning for this person, even without quiet hours. */
export function nextMorning({ isOn, until }: QuietHours, now: Date): Date {
  const morning = isOn ? until : defaultQuietHours.until
  return timeOn(indiaDay(new Date(now.getTime() + DAY_MS)), morning)
}
