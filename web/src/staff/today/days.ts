import { indiaDate } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'

/** The day in India so many days from now. */
export const dayAfter = (now: Date, days: number): string => indiaDate(new Date(now.getTime() + days * DAY_MS))
