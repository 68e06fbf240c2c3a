import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { makePicture } from '#core/files/test-pictures.ts'
import { sendUpload } from '#core/files/test-upload.ts'
import { buildChannel } from '../../../test/chat-channels.ts'
import { addressOf, openChatSocket, type CommandWithoutToken } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { deleteUnsentJob } from '../jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())

async function runJob(): Promise<void> {
  const { db, clock, app } = server
  const tools = { db, now: clock.now, log: app.log, engines: {} as never, signal: new AbortController().signal }
  await inTransaction(app.world, app.log, await deleteUnsentJob.begin(tools, {}))
}

test('an upload is deleted after a day if it was not sent; sent files and other purposes stay', async () => {
  const { channelId, mentorId } = await buildChannel(server)
  const upload = async (name: string) => {
    const { body } = await sendUpload(server, mentorId, { bytes: Buffer.from(name), name, type: 'text/plain', purpose: 'chat' })
    return String(body.id)
  }
  const [unsent, sent] = [await upload('a.txt'), await upload('b.txt')]
  const portrait = String((await sendUpload(server, mentorId, { bytes: await makePicture() })).body.id)
  const client = await openChatSocket(addressOf(server.app), await server.tokenFor(mentorId))
  const command = (id: string): CommandWithoutToken => ({
    command: 'send',
    channel: channelId,
    message: '',
    tempId: id,
    attachments: [{ id }],
  })
  client.say(command(sent))
  await client.next('new_message')
  const remainingFiles = async () => new Set((await server.db.selectFrom('file').select('id').execute()).map(({ id }) => id))

  server.clock.advance(23 * 60 * 60)
  await runJob()
  expect(await remainingFiles()).toEqual(new Set([unsent, sent, portrait]))
  server.clock.advance(2 * 60 * 60)
  await runJob()
  expect(await remainingFiles()).toEqual(new Set([sent, portrait]))
  server.clock.reset()
  expect(await client.refusedWith(command(unsent))).toBe('chat.attachment_refused')
  await client.close()
})
