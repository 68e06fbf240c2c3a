import { listNotices } from '@saathi/contract/notices/calls'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer, testEnv } from '../../../test/harness.ts'
import { planFor } from '../../../test/nudges.ts'
import { spawnServer } from '../../../test/several-servers.ts'
import { buildLookedAfter } from '../../../test/worklist.ts'
import { sendNudgesJob } from './jobs.ts'

const PAIRS = 500
const SAATHI_SECRET = new TextDecoder().decode(testEnv.secret)

test('[TOD-07] a thousand messages whose server is killed three times reach each person once', async () => {
  const builder = await startTestServer()
  onTestFinished(() => builder.stop())
  const pair = await buildLookedAfter(builder, { daysAgo: 10 })
  const { projectId } = pair
  for (let made = 1; made < PAIRS; made += 1) {
    const { id } = await buildLookedAfter(builder, { daysAgo: 10 })
    await builder.db.updateTable('mentorship').set({ project_id: projectId }).where('id', '=', id).execute()
  }
  const now = builder.clock.now()
  const plan = { project_id: projectId, trigger: 'no_first_meeting', is_on: true, after_days: 5, times: 1, per_day: 5 * PAIRS }
  await builder.db
    .insertInto('nudge_plan')
    .values({ ...plan, texts: '[]', version: 1, changed_at: now })
    .execute()
  // Quiet hours would hold them back when this runs at night.
  const people = await builder.db.selectFrom('person').select('id').execute()
  const awake = people.map(({ id }) => ({ person_id: id, is_on: false, begins: '22:00', ends: '07:00' }))
  await builder.db.insertInto('notice_quiet_hours').values(awake).execute()
  await planFor(builder, projectId, 0)
  await builder.app.world.jobs.enqueue(builder.db, sendNudgesJob, { after: 0 })
  const countSent = async () => {
    const { count } = await builder.db
      .selectFrom('nudge')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'sent')
      .executeTakeFirstOrThrow()
    return count
  }
  const soon = { timeout: 300_000, interval: 50 }
  let sent = 0
  for (let kill = 0; kill < 3; kill += 1) {
    const server = await spawnServer({ DATABASE_URL: builder.url, SAATHI_SECRET })
    await expect.poll(countSent, soon).toBeGreaterThan(sent)
    await server.end('SIGKILL')
    sent = await countSent()
  }
  const last = await spawnServer({ DATABASE_URL: builder.url, SAATHI_SECRET })
  onTestFinished(() => last.end('SIGTERM'))
  await expect.poll(countSent, soon).toBe(2 * PAIRS)
  const notices = await builder.db
    .selectFrom('notice')
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.count<number>('person_id').distinct().as('people')])
    .where('kind', '=', 'nudges')
    .executeTakeFirstOrThrow()
  expect(notices).toEqual({ count: 2 * PAIRS, people: 2 * PAIRS })
  const { body } = await builder.ask(pair.menteeId, listNotices, { query: {} })
  expect(body.notices.filter(({ kind }) => kind === 'nudges')).toHaveLength(1)
}, 900_000)
