import { DAY_MS, HOUR_MS } from './time.ts'

/** India has one time zone and one offset all year, so a fixed offset is right. */
export const INDIA_OFFSET_MS = 5.5 * HOUR_MS

/** The day number in India, counted from 1 January 1970. */
export const indiaDay = (time: Date): number => Math.floor((time.getTime() + INDIA_OFFSET_MS) / DAY_MS)

/** The moment at which that day starts in India. */
export const startOfIndiaDay = (day: number): Date => new Date(day * DAY_MS - INDIA_OFFSET_MS)

/** The date in India, like 2026-11-18. */
export const indiaDate = (time: Date): string => new Date(time.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10)
