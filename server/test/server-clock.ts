import { startOfIndiaDay, indiaDay } from '@saathi/contract/core/india-day'
import { DAY_MS, HOUR_MS } from '@saathi/contract/core/time'
import type { TestServer } from './harness.ts'

/** Sets the server's clock; due times in the queue move with it. */
export async function setServerClock({ app }: TestServer, now: Date): Promise<void> {
  const moved = await app.inject({ method: 'POST', url: '/dev/clock/', payload: { now: now.toISOString() } })
  if (moved.statusCode !== 200) throw new Error(moved.body)
}

/** Moves to the next noon in India at least an hour away, when unread notices are sent by mail. */
export async function advanceToNoon(server: TestServer): Promise<void> {
  const now = server.clock.now().getTime()
  const noon = startOfIndiaDay(indiaDay(server.clock.now())).getTime() + 12 * HOUR_MS
  await setServerClock(server, new Date(noon > now + HOUR_MS ? noon : noon + DAY_MS))
}
