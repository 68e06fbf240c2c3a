import { expect, test } from 'vitest'
import { buildChannel } from '../../test/chat-channels.ts'
import { startTestServer } from '../../test/harness.ts'
import { ofMessage, send, writeMessage } from '../../test/safety-desk.ts'

test('[SAF-01] a thousand reports of one person at once are refused kindly, and thirty count in an hour', async () => {
  const strict = await startTestServer()
  const own = await buildChannel(strict)
  const [who = 0] = own.menteeIds
  const ids: number[] = []
  for (let n = 0; n < 200; n += 1) ids.push(await writeMessage(strict, own, own.mentorId, String(n)))
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, at) => send(strict, who, ofMessage(ids[at % ids.length] ?? 0))),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'core.too_many' })
  const { rows } = await strict.pool.query('select count(*)::int as count from safety_report where reporter_id = $1', [who])
  expect(rows[0]?.count).toBeLessThanOrEqual(30)
  await strict.stop()
})
