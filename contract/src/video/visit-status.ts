import { MINUTE_MS } from '../core/time.ts'
import { OPEN_FOR_HOURS, OPENS_BEFORE_MINUTES, type VisitStatus } from './entities.ts'

/** An event opens ten minutes before its start, an invite when it is sent. `closesAt` itself is already `late`. */
export type OpenTimes = { opensAt: Date; closesAt: Date }

export function openTimesOf(startAt: Date, isPlanned: boolean): OpenTimes {
  const start = startAt.getTime()
  return {
    opensAt: new Date(isPlanned ? start - OPENS_BEFORE_MINUTES * MINUTE_MS : start),
    closesAt: new Date(start + OPEN_FOR_HOURS * 60 * MINUTE_MS),
  }
}

export function visitStatusAt(now: Date, { opensAt, closesAt }: OpenTimes): VisitStatus {
  if (now < opensAt) return 'early'
  return now < closesAt ? 'open' : 'late'
}
