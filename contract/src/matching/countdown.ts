import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { type GroupInfo, MAX_GROUP_STARTS_IN_DAYS, type MatchTracker } from './entities.ts'

/** When the time to decide ends, in milliseconds. */
export function expiryOf(match: Pick<MatchTracker, 'expiresAt' | 'updatedTimestamp'>, expiryHours: number): number {
  // The expiry sent by the server takes precedence: the programme's hours may have changed since.
  return match.expiresAt === null ? Date.parse(match.updatedTimestamp) + expiryHours * HOUR_MS : Date.parse(match.expiresAt)
}

type GroupStart = Pick<GroupInfo, 'createdOn' | 'groupStartsIn' | 'startsAt'>

/** When a group starts, in milliseconds; null while it has no members. */
export function groupStartOf({ createdOn, groupStartsIn, startsAt }: GroupStart): number | null {
  if (startsAt !== null) return Date.parse(startsAt)
  return createdOn === null ? null : Date.parse(createdOn) + Math.min(groupStartsIn, MAX_GROUP_STARTS_IN_DAYS) * DAY_MS
}

export type TimeLeft = { days: number; hours: number; minutes: number; isOver: boolean }

/** In whole parts: a day and a half is one day and twelve hours. */
export function timeLeft(until: number, now: number): TimeLeft {
  const left = Math.max(0, until - now)
  return {
    days: Math.floor(left / DAY_MS),
    hours: Math.floor((left % DAY_MS) / HOUR_MS),
    minutes: Math.floor((left % HOUR_MS) / MINUTE_MS),
    isOver: left === 0,
  }
}

/** Null without a countdown; at most the longest time a group may wait. */
export function groupTimeLeft(group: GroupStart, now: number): TimeLeft | null {
  const start = groupStartOf(group)
  return start === null ? null : timeLeft(Math.min(start, now + MAX_GROUP_STARTS_IN_DAYS * DAY_MS), now)
}
