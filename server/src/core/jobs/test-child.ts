// A second process that starts a job and never ends it, for the test that kills it.
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { defineJob } from './define-job.ts'
import { openTestWorld } from './test-world.ts'

const [url = ''] = process.argv.slice(2)
const noteJob = defineJob({
  name: 'test.note',
  payload: z.strictObject({ text: z.string() }),
  retry: { limit: 1, delaySeconds: 0, backoff: false },
  timeoutSeconds: 2,
  work: async (ctx, { text }) => {
    await sql`insert into note (text) values (${text})`.execute(ctx.db)
    process.stdout.write('begun\n')
    await new Promise(() => {})
  },
})
const world = await openTestWorld(url, [noteJob])
await world.run()
