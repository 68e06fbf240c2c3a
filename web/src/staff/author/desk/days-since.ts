import { plainDay } from '#core/i18n/india-time.ts'

const DAY_MS = 86_400_000

/** Calendar days in India, and never less than 0 if the device's clock is behind. */
export const daysSince = (at: string, now: Date): number =>
  Math.max(0, Math.round((Date.parse(plainDay(now.toISOString())) - Date.parse(plainDay(at))) / DAY_MS))
