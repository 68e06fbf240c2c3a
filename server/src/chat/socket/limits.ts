import { MINUTE_MS, SECOND_MS } from '@saathi/contract/core/time'
import { personLimit } from '#core/sockets/pacing.ts'

const COMMANDS_A_SECOND = 20
const SENDS_A_MINUTE = 60

/** Limits for each person, across all their sockets on this server. */
export type PaceLimits = { commandsASecond: number; sendsAMinute: number }

export const paceLimits = (limitFactor: number): PaceLimits => ({
  commandsASecond: COMMANDS_A_SECOND * limitFactor,
  sendsAMinute: SENDS_A_MINUTE * limitFactor,
})

/** The socket closes the connection of a client that keeps going over the limit. */
export function personLimits({ commandsASecond, sendsAMinute }: PaceLimits, now: () => Date) {
  return {
    allowsCommand: personLimit(commandsASecond, SECOND_MS, now),
    /** Each additional page of one command counts as a command. */
    allowsPage: personLimit(commandsASecond, SECOND_MS, now),
    /** Counted separately, because such a frame is not parsed yet. The limit is the same as for messages. */
    allowsLargeFrame: personLimit(sendsAMinute, MINUTE_MS, now),
    allowsSend: personLimit(sendsAMinute, MINUTE_MS, now),
  }
}
export type PersonLimits = ReturnType<typeof personLimits>
