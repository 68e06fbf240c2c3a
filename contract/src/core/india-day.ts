export const DAY_MS = 86_400_000
/** India has one time zone and keeps one offset all year, so a fixed one is right. */
export const INDIA_OFFSET_MS = 5.5 * 3_600_000

/** Which day it is in India, counted from the first of 1970. */
export const indiaDay = (time: Date): number => Math.floor((time.getTime() + INDIA_OFFSET_MS) / DAY_MS)

/** The moment at which that day begins there. */
export const beginOfIndiaDay = (day: number): Date => new Date(day * DAY_MS - INDIA_OFFSET_MS)
