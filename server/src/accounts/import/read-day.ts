const DAY_MS = 86_400_000
/** Day 0 of spreadsheets, which treat 1900 as a leap year. */
const SHEET_EPOCH_MS = Date.UTC(1899, 11, 30)
/** Serial numbers of 2000 to 2100; others are not meant as days. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_051]

/**
 * Parses a day to '2026-09-15'; null if the text is not a day. Accepts Indian notation (15/09/2026, 15-9-2026, 15.09.2026),
 * 2026-09-15, and a spreadsheet's serial number.
 */
export function readDay(text: string): string | null {
  const serial = /^\d{5}$/.test(text) ? Number(text) : null
  if (serial !== null) {
    const isDay = serial >= FIRST_SERIAL && serial <= LAST_SERIAL
    return isDay ? new Date(SHEET_EPOCH_MS + serial * DAY_MS).toISOString().slice(0, 10) : null
  }
  const year = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (year) return toDay(year[1], year[2], year[3])
  const day = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(text)
  return day ? toDay(day[4], day[3], day[1]) : null
}

/** Null for a day that the calendar does not have, such as 31 June. */
function toDay(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}
