import { listNotices } from '@saathi/contract/notices/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { setServerClock } from '../../test/server-clock.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildMentorship, buildMentorshipSession, openCurriculum } from '../../test/mentorships.ts'
import { sessionClient } from '../../test/session-client.ts'
import { leaveMentorship } from './lifecycle.ts'

const soon = { timeout: 40_000, interval: 50 }
const at = (moment: string) => new Date(`2026-11-${moment}:00+05:30`)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await setServerClock(server, at('02T10:00'))
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())

const noticesOf = async (personId: number) =>
  (await server.ask(personId, listNotices, { query: {} })).body.notices.filter(({ kind }) => kind === 'deadlines')
/** Waits until the daily job of this day is done. */
async function done(day: string) {
  await expect
    .poll(async () => {
      const { rows } = await server.pool.query(
        `select state from jobs.job where name = 'mentorship.tell_deadlines' and start_after <= jobs.job_now()`,
      )
      return rows.length > 0 && rows.every(({ state }) => state === 'completed') ? day : null
    }, soon)
    .toBe(day)
}

test('[PLT-02] members who have not finished a session are reminded two days and one day before it is due, once each', async () => {
  const session = await buildMentorshipSession(server, { title: 'Listening well', hindiTitle: 'ध्यान से सुनना' })
  const hindi = await server.buildPerson({ language: 'hi' })
  const group = await buildMentorship(server, { sessions: [session], days: 5, menteeIds: [hindi, await server.buildPerson()] })
  const [, finished = 0] = group.menteeIds
  await sessionClient(server).finish(finished, session, group.id)

  // The session is due at the end of the seventh.
  await setServerClock(server, at('04T09:05'))
  await done('04')
  expect(await noticesOf(group.mentorId)).toEqual([])
  await setServerClock(server, at('05T09:05'))
  await expect.poll(() => noticesOf(group.mentorId), soon).toHaveLength(1)
  expect(await noticesOf(group.mentorId)).toMatchObject([
    {
      title: 'Finish “Listening well” in time',
      text: '“Listening well” is planned to be finished by 7 November 2026.',
      link: `/mentorship/${session.id}/sessionintro?mentorship=${group.id}`,
    },
  ])
  expect(await noticesOf(hindi)).toMatchObject([{ title: '“ध्यान से सुनना” समय पर पूरा कीजिए' }])
  await setServerClock(server, at('06T09:05'))
  await expect.poll(() => noticesOf(group.mentorId), soon).toHaveLength(2)
  await setServerClock(server, at('08T09:05'))
  await done('08')
  expect(await noticesOf(group.mentorId)).toHaveLength(2)
  expect(await noticesOf(finished)).toEqual([])
})

test('former members and people with a closed area get no reminder', async () => {
  await setServerClock(server, at('10T10:00'))
  const session = await buildMentorshipSession(server)
  const group = await buildMentorship(server, { sessions: [session], days: 2, mentees: 3 })
  const [gone = 0, without = 0, here = 0] = group.menteeIds
  await inTransaction(server.app.world, server.app.log, (ctx) => leaveMentorship(ctx, group.id, gone))
  await openCurriculum(server, [without], 'off')
  await setServerClock(server, at('11T09:05'))
  await expect.poll(() => noticesOf(here), soon).toHaveLength(1)
  expect([await noticesOf(gone), await noticesOf(without)]).toEqual([[], []])
})
