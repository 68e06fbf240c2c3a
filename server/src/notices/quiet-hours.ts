import { beginOfIndiaDay, DAY_MS, indiaDay } from '@saathi/contract/core/india-day'
import type { QuietHours } from '@saathi/contract/notices/entities'

export const usualQuietHours: QuietHours = { isOn: true, from: '22:00', until: '07:00' }

const minutesOf = (timeOfDay: string): number => {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number)
  return hours * 60 + minutes
}

const momentOf = (day: number, timeOfDay: string): Date =>
  new Date(beginOfIndiaDay(day).getTime() + minutesOf(timeOfDay) * 60_000)

/** When the quiet hours end in which this moment lies; null outside of them. */
export function quietUntil({ isOn, from, until }: QuietHours, now: Date): Date | null {
  if (!isOn) return null
  const today = indiaDay(now)
  // Those that began yesterday, and those that begin today.
  const nights = [today - 1, today].map((day) => ({
    begins: momentOf(day, from),
    ends: momentOf(minutesOf(until) > minutesOf(from) ? day : day + 1, until),
  }))
  return nights.find(({ begins, ends }) => begins <= now && now < ends)?.ends ?? null
}

/** The next day's beginning for this person, also where they have no quiet hours. */
export function nextMorning({ isOn, until }: QuietHours, now: Date): Date {
  const morning = isOn ? until : usualQuietHours.until
  return momentOf(indiaDay(new Date(now.getTime() + DAY_MS)), morning)
}
