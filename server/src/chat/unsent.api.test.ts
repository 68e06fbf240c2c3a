import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { makePicture } from '#core/files/test-pictures.ts'
import { sendUpload } from '#core/files/test-upload.ts'
import { buildChannel } from '../../test/chat-channels.ts'
import { addressOf, dialChat, type Words } from '../../test/chat-line.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { forgetUnsentJob } from './unsent-job.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())

async function forgetUnsent(): Promise<void> {
  const { db, clock, app } = server
  const tools = { db, now: clock.now, log: app.log, engines: {} as never, signal: new AbortController().signal }
  await inTransaction(app.world, app.log, await forgetUnsentJob.begin(tools, {}))
}

test('what was uploaded and not sent goes after a day; what was sent, and what is for something else, stays', async () => {
  const { channelId, mentorId } = await buildChannel(server)
  const upload = async (name: string) => {
    const { body } = await sendUpload(server, mentorId, { bytes: Buffer.from(name), name, type: 'text/plain', purpose: 'chat' })
    return String(body.id)
  }
  const [unsent, sent] = [await upload('a.txt'), await upload('b.txt')]
  const portrait = String((await sendUpload(server, mentorId, { bytes: await makePicture() })).body.id)
  const line = await dialChat(addressOf(server.app), await server.tokenFor(mentorId))
  const command = (id: string): Words => ({ command: 'send', channel: channelId, message: '', tempId: id, attachments: [{ id }] })
  line.say(command(sent))
  await line.next('new_message')
  const left = async () => new Set((await server.db.selectFrom('file').select('id').execute()).map(({ id }) => id))

  server.clock.advance(23 * 60 * 60)
  await forgetUnsent()
  expect(await left()).toEqual(new Set([unsent, sent, portrait]))
  server.clock.advance(2 * 60 * 60)
  await forgetUnsent()
  expect(await left()).toEqual(new Set([sent, portrait]))
  server.clock.reset()
  expect(await line.refusedWith(command(unsent))).toBe('chat.attachment_refused')
  await line.close()
})
