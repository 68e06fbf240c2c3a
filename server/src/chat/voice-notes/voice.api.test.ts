import { listChannels } from '@saathi/contract/chat/calls'
import { Attachment, type ChatMessage, type SentAttachment } from '@saathi/contract/chat/socket'
import { setSeeker } from '@saathi/contract/matching/staff-calls'
import { startMentorship } from '@saathi/contract/mentorship/staff-calls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { sendUpload } from '#core/files/test-upload.ts'
import { addressOf, type CommandWithoutToken, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { enterAsAdministrator, loadProgrammeWithoutPeople, type Newcomer, signUpByMail } from '../../../test/newcomers.ts'
import { startTranscriptionStandIn } from '../../../test/transcription-stand-in.ts'
import { voiceOgg, voiceWebm } from '../../../test/voice-recordings.ts'

/** This file writes no rows: both sign up, and an administrator starts their mentorship. */

let server: TestServer
let listener: Awaited<ReturnType<typeof startTranscriptionStandIn>>
let people: { asha: Newcomer; ravi: Newcomer }
let channel = 0
beforeAll(async () => {
  listener = await startTranscriptionStandIn()
  listener.behaveLike(() => 'Say it slowly, and smile at the end.')
  server = await startTestServer({
    trustedProxy: ['127.0.0.1'],
    publicOrigin: 'https://saathi.example',
    limitFactor: 20,
    video: {
      stunUrls: [],
      turn: undefined,
      jitsi: undefined,
      transcription: { url: listener.url, key: 'k', model: 'whisper-1', answerWithinMs: 5_000 },
    },
  })
  await loadProgrammeWithoutPeople(server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.app.startJobs(server.url)
  const admin = await enterAsAdministrator(server)
  const asha = await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: 'one-to-one' })
  const ravi = await signUpByMail(server, { firstName: 'Ravi', role: 'Mentor', institutionCode: 'ABC-1234' })
  await admin.ask(setSeeker, { params: { personId: ravi.id }, body: { isApproved: true } })
  await admin.ask(startMentorship, { body: { mentor: ravi.id, mentees: [asha.id], reason: 'Both asked for it' } })
  people = { asha, ravi }
  channel = (await lastOf(asha)).channelId
}, 120_000)
afterAll(async () => {
  await server.stop()
  await listener.stop()
})

async function lastOf(person: Newcomer) {
  const { channels } = await person.ask(listChannels, {})
  const pair = channels.find(({ kind }) => kind === 'pair')
  if (!pair) throw new Error('there is no pair channel')
  return pair
}
async function dial(person: Newcomer) {
  const client = await openChatSocket(addressOf(server.app), person.token)
  onTestFinished(() => client.socket.terminate())
  await client.settle()
  return client
}
const upload = (bytes: Buffer, name = 'voice.webm', type = 'audio/webm') =>
  sendUpload(server, people.asha.id, { bytes, name, type, purpose: 'chat' })

let count = 0
const command = (attachment: SentAttachment): CommandWithoutToken => ({
  command: 'send',
  channel,
  message: '',
  tempId: `voice-${(count += 1)}`,
  attachments: [attachment],
})
const waveform = [0, 12, 31, 7]
const voiceOf = ({ attachments }: ChatMessage) => z.array(Attachment).parse(JSON.parse(attachments))[0]

test('[DAY-18] a voice note reaches the other person with its measured length and drawing, and is named in the list', async () => {
  const [ashas, ravis] = [await dial(people.asha), await dial(people.ravi)]
  const { body } = await upload(voiceWebm({ seconds: 21 }))
  ashas.say(command({ id: body.id, waveform }))
  const received = await ravis.next('new_message')
  const attachment = voiceOf(received)
  expect(attachment).toMatchObject({ type: 'audio/webm', voice: { duration_ms: 21_000, waveform } })
  expect((await server.app.inject({ url: attachment?.presigned_url ?? '' })).rawPayload).toEqual(voiceWebm({ seconds: 21 }))
  expect(await lastOf(people.ravi)).toMatchObject({ lastMessage: { kind: 'voice', text: '0:21' } })
})

test('[DAY-18] a voice note is transcribed by the configured endpoint, and readers receive the transcript with the note', async () => {
  const [ashas, ravis] = [await dial(people.asha), await dial(people.ravi)]
  const { body } = await upload(voiceOgg(4), 'voice.ogg', 'audio/ogg')
  ashas.say(command({ id: body.id, waveform }))
  const { msg_id } = await ravis.next('new_message')
  const { messages } = await ravis.next('messages_changed', (changed) => changed.messages.some((each) => each.msg_id === msg_id))
  expect(messages.map(voiceOf)).toMatchObject([
    { voice: { duration_ms: 4_000, transcript: 'Say it slowly, and smile at the end.' } },
  ])
})

test.each([
  ['of an hour', voiceWebm({ seconds: 3_600, bytesPerSecond: 10 })],
  ['without any sound', voiceWebm({ seconds: 0 })],
  ['with a picture', voiceWebm({ seconds: 5, trackType: 1, codec: 'V_VP8' })],
  ['that is broken off', voiceWebm({ seconds: 5 }).subarray(0, 3_000)],
  ['of more than 250 KB a minute', voiceWebm({ seconds: 60, bytesPerSecond: 6_000 })],
])('[DAY-18] a voice note %s is refused', async (_what, bytes) => {
  const ashas = await dial(people.asha)
  const { body, status } = await upload(bytes)
  expect(status).toBe(200)
  expect(await ashas.refusedWith(command({ id: body.id, waveform }))).toBe('chat.attachment_refused')
})

test.each([
  ['of zero bytes', Buffer.alloc(0)],
  ['that is a text', Buffer.from('I am not a voice.')],
])('[DAY-18] a voice note %s cannot be uploaded', async (_what, bytes) => {
  expect((await upload(bytes)).status).toBe(415)
})

test('[DAY-18] five minutes are accepted, and a waveform with other numbers is refused', async () => {
  const [ashas, ravis] = [await dial(people.asha), await dial(people.ravi)]
  const { body } = await upload(voiceWebm({ seconds: 300 }))
  expect(await ashas.refusedWith(command({ id: body.id, waveform: [99] }))).toBe('core.bad_input')
  ashas.say(command({ id: body.id }))
  expect(voiceOf(await ravis.next('new_message'))).toMatchObject({ voice: { duration_ms: 300_000, waveform: [] } })
})
