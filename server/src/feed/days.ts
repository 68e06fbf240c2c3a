import { INDIA_OFFSET_MS } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'

/** The start of this day in India. */
export const startOfDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - INDIA_OFFSET_MS)

export const startOfNextDay = (day: string): Date => new Date(startOfDay(day).getTime() + DAY_MS)

/** The day in India at this moment. */
export const dayOf = (moment: Date): string => new Date(moment.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10)
