import { expect, onTestFinished, test } from 'vitest'
import { getBulkAct } from '@saathi/contract/staff/bulk-calls'
import { startNew } from '../../../test/bulk-acts.ts'
import { startTestServer, testEnv } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { buildProject } from '../../../test/mentorships.ts'
import { spawnServer } from '../../../test/several-servers.ts'

const PEOPLE = 5_000
const SAATHI_SECRET = new TextDecoder().decode(testEnv.secret)

test('[STF-11] a bulk act of 5,000 whose server is killed three times acts on each person once', async () => {
  const builder = await startTestServer()
  onTestFinished(() => builder.stop())
  const admin = await builder.buildPerson({ role: 'Admin' })
  await markSecondFactor(builder, admin)
  const programme = await buildProject(builder, [], '1to1')
  for (let made = 0; made < PEOPLE; made += 1) await builder.buildPerson()
  await builder.db.updateTable('person').set({ project_id: programme }).where('role', '=', 'Mentee').execute()
  const readAt = builder.clock.now().toISOString()
  const id = await startNew(builder, admin, { filter: { programme, readAt } })
  const read = async () => (await builder.ask(admin, getBulkAct, { params: { id } })).body
  const soon = { timeout: 300_000, interval: 100 }
  let doneCount = 0
  for (let kill = 0; kill < 3; kill += 1) {
    const server = await spawnServer({ DATABASE_URL: builder.url, SAATHI_SECRET })
    await expect.poll(async () => (await read()).doneCount, soon).toBeGreaterThan(doneCount)
    await server.end('SIGKILL')
    ;({ doneCount } = await read())
    expect(doneCount).toBeLessThan(PEOPLE)
  }
  const last = await spawnServer({ DATABASE_URL: builder.url, SAATHI_SECRET })
  onTestFinished(() => last.end('SIGTERM'))
  await expect.poll(async () => (await read()).state, soon).toBe('done')
  expect(await read()).toMatchObject({ doneCount: PEOPLE, waitingCount: 0, leftOut: [] })
  const acts = await builder.db
    .selectFrom('staff_act')
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.count<number>('person_id').distinct().as('people')])
    .where('reason', '=', 'The college has closed')
    .where('person_id', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(acts).toEqual({ count: PEOPLE, people: PEOPLE })
  const blocked = await builder.db
    .selectFrom('person')
    .select('id')
    .where('disabled_at', 'is not', null)
    .where('role', '=', 'Mentee')
    .execute()
  expect(blocked).toHaveLength(PEOPLE)
  expect(await builder.app.staffActs.findTampered(builder.db)).toEqual([])
}, 900_000)
