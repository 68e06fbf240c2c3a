import { sql } from 'kysely'
import { type Clock, offsetMs } from '../clock.ts'
import type { Db } from '../ctx.ts'

/** pg-boss schedules by real time: when the server's clock is moved, waiting jobs are moved by the opposite amount. */
export async function moveClock(db: Db, clock: Clock, move: () => void): Promise<void> {
  const before = offsetMs(clock)
  move()
  const movedSeconds = (offsetMs(clock) - before) / 1000
  await sql`
    update jobs.job set start_after = start_after - ${movedSeconds}::float8 * interval '1 second'
    where state < 'active'`.execute(db)
}
