import { getTranslation, translateMessage } from '@saathi/contract/chat/translation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildChannel } from '../../../test/chat-channels.ts'
import { addressOf, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { startModelStandIn, streamPieces } from '../../../test/model-stand-in.ts'

let server: TestServer
let model: Awaited<ReturnType<typeof startModelStandIn>>
let pair: Awaited<ReturnType<typeof buildChannel>>
beforeAll(async () => {
  model = await startModelStandIn()
  const assistant = { url: model.url, model: 'a-model', key: undefined, answerWithinMs: 5_000 }
  server = await startTestServer({ limitFactor: 20, chat: { gifs: undefined, assistant } })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  pair = await buildChannel(server)
})
afterAll(async () => {
  await server.stop()
  await model.stop()
})

async function written(text: string): Promise<number> {
  const client = await openChatSocket(addressOf(server.app), await server.tokenFor(pair.mentorId))
  const { msg_id } = await client.send(pair.channelId, text)
  await client.close()
  return msg_id
}
const reader = () => pair.menteeIds[0] ?? 0
const translated = async (id: number, who = reader()) => server.ask(who, translateMessage, { params: { id } })

test('[DAY-19] a message is translated into the language of its reader, without the names in it', async () => {
  model.behaveLike((response) => streamPieces(response, ['Hello ', '⟦1⟧, how are you?']))
  const id = await written(`नमस्ते <<@Meera Iyer:${reader()}>>, कैसी हो?`)
  const { body } = await translated(id)
  expect(body.translation).toMatch(/^Hello .+, how are you\?$/)
  const asked = model.asked.at(-1)
  expect(asked?.messages[0]?.content).toMatch(/into English/)
  expect((await server.ask(reader(), getTranslation, {})).body).toEqual({ isOn: true })
})

test('[DAY-19] strangers cannot have a message translated, as if it did not exist', async () => {
  const id = await written('कल मिलते हैं')
  const stranger = (await buildChannel(server)).mentorId
  const before = model.asked.length
  const { status, body } = await translated(id, stranger)
  expect({ status, code: 'code' in body && body.code }).toEqual({ status: 404, code: 'chat.message_not_found' })
  expect(model.asked).toHaveLength(before)
})

test('[DAY-19] a sentence of danger goes to no endpoint, and a failing endpoint translates nothing', async () => {
  const before = model.asked.length
  expect((await translated(await written('I want to kill myself'))).body).toEqual({ translation: null })
  expect(model.asked).toHaveLength(before)
  model.behaveLike((response) => void response.writeHead(500).end())
  expect((await translated(await written('कल मिलते हैं'))).body).toEqual({ translation: null })
})
