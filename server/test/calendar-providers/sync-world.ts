import type { CalendarProvider } from '@saathi/contract/calendar/entities'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { Env } from '#core/env.ts'
import type { LogSink } from '#core/monitoring/logs.ts'
import { calendarClient, monday } from '../calendar-events.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { buildMentorship } from '../mentorships.ts'
import { connectionClient } from './connection-client.ts'
import { startStandIns } from './stand-in.ts'

export const POLL = { timeout: 40_000, interval: 50 }
/** Timeout of tests with many steps, each of which may be slow on a busy machine. */
export const LONG_TIMEOUT = { timeout: 180_000 }

/** A pair, the providers, and a server that runs its jobs. Not shared, because the test moves the clock and breaks things. */
export async function buildSyncWorld(
  changes: Partial<Env> = {},
  { answerWithinMs = 10_000, logSink }: { answerWithinMs?: number; logSink?: LogSink } = {},
) {
  const standIns = await startStandIns({ answerWithinMs })
  const server = await startTestServer(
    { calendars: standIns.settings, publicOrigin: 'https://saathi.example', ...changes },
    logSink ? { logSink } : {},
  )
  onTestFinished(async () => {
    await server.stop()
    await standIns.stop()
  })
  server.clock.set(monday)
  await server.app.startJobs(server.url)
  const pair = await buildMentorship(server)
  const [mentor, mentee] = [pair.mentorId, pair.menteeIds[0] ?? 0]
  const email = `${crypto.randomUUID()}@calendars.example`
  const titlesAt = (provider: CalendarProvider, whose = email) => standIns[provider].titles(whose)
  return {
    server,
    standIns,
    pair,
    mentor,
    mentee,
    email,
    calendar: calendarClient(server, pair),
    calendars: connectionClient(server, standIns),
    titlesAt,
    /** Waits until exactly these events are at the provider, each once. */
    async untilThere(provider: CalendarProvider, titles: readonly string[], whose = email) {
      await expect.poll(() => titlesAt(provider, whose), POLL).toEqual(titles.toSorted())
    },
    advance: (seconds: number) =>
      server.app.inject({ method: 'POST', url: '/dev/clock/', payload: { advance_seconds: seconds } }),
    jobs: () => findSyncJobs(server),
    rows: () => server.db.selectFrom('calendar_integration').selectAll().orderBy('id').execute(),
    pushes: () => server.db.selectFrom('calendar_push').selectAll().orderBy('event_id').execute(),
  }
}
export type SyncWorld = Awaited<ReturnType<typeof buildSyncWorld>>

/** The sync jobs in the queue: state, data and seconds until due. */
async function findSyncJobs({ db }: TestServer) {
  const { rows } = await sql<{ state: string; data: unknown; dueIn: number }>`
    select state::text as state, data, extract(epoch from start_after - jobs.job_now())::float8 as "dueIn"
    from jobs.job where name = 'calendar.sync' order by created_on, id`.execute(db)
  return rows
}

/** Waits until no sync job is active or due. */
export async function waitUntilIdle({ jobs }: Pick<SyncWorld, 'jobs'>) {
  await expect
    .poll(async () => (await jobs()).filter(({ state, dueIn }) => state === 'active' || (isWaiting(state) && dueIn <= 0)), POLL)
    .toEqual([])
}
const isWaiting = (state: string) => state === 'created' || state === 'retry'
