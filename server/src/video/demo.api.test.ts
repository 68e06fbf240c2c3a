import { fileURLToPath } from 'node:url'
import { listChannels } from '@saathi/contract/chat/calls'
import { getChannelHistory, getMeetingRatingStatus } from '@saathi/contract/video/recording-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadFolder } from '#programme/load/folder.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { address } from '../../test/programme-mentorship.ts'

const demo = fileURLToPath(new URL('../../../demo', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await loadFolder(server.app.world, demo, server.app.log, async (password) => `hash of ${password}`)
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())

test('Asha and Ravi see a past call and are asked to rate its summary', async () => {
  const { id: asha } = await server.db
    .selectFrom('person')
    .select('id')
    .where('email', '=', address('asha'))
    .executeTakeFirstOrThrow()
  const { channels } = (await server.ask(asha, listChannels, {})).body
  const id = channels.find(({ kind }) => kind === 'pair')?.channelId ?? 0
  const history = async () => (await server.ask(asha, getChannelHistory, { params: { id } })).body.history
  await expect.poll(async () => (await history()).length, { timeout: 40_000 }).toBe(1)
  const [item] = await history()
  const summary = await server.app.inject({ url: item?.summaryTextFileUrl ?? '' })
  expect(summary.body).toContain('Who spoke: Ravi Kulkarni, Asha')
  expect(summary.body).toContain('Length: 34 minutes')
  expect(summary.body).toContain('I will draw the first page until next Sunday.')
  const status = await server.ask(asha, getMeetingRatingStatus, { query: { userId: asha } })
  expect(status.body).toMatchObject({ meetingRatingStatus: true, meetingRecordingId: item?.meetingRecordingId })
})
