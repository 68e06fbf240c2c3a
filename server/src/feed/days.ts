/** India has one offset all year, so a fixed one is right. */
const OFFSET_MS = 5.5 * 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** The start of this day in India. */
export const startOfDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS)

export const startOfNextDay = (day: string): Date => new Date(startOfDay(day).getTime() + DAY_MS)

/** The day in India at this moment. */
export const dayOf = (moment: Date): string => new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 10)
