import { uploadFile } from '@saathi/contract/core/files'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer } from '../../../test/harness.tsx'
import { attachment, message } from '../chat.fake.ts'
import { openRavi, playChat } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

const id = '11111111-1111-4111-8111-111111111111'

/** A microphone that hears a tone. */
function hum(): MediaStream {
  const context = new AudioContext()
  onTestFinished(() => context.close())
  const tone = context.createOscillator()
  const ear = context.createMediaStreamDestination()
  tone.connect(ear)
  tone.start()
  return ear.stream
}
const listen = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
beforeEach(() => listen.mockReset().mockImplementation(async () => hum()))

async function record(ms: number): Promise<Blob> {
  const recorder = new MediaRecorder(hum(), { mimeType: 'audio/webm;codecs=opus' })
  const { promise, resolve } = Promise.withResolvers<Blob>()
  recorder.addEventListener('dataavailable', ({ data }) => resolve(data), { once: true })
  // The first part, after this time, is complete in itself.
  recorder.start(ms)
  const part = await promise
  recorder.stop()
  return part
}

test('[DAY-18] a voice note is recorded, seen as a wave, and sent with its drawing', async () => {
  const played = playChat([message(1)])
  const uploading = answer(uploadFile, {
    id,
    name: 'voice.webm',
    type: 'audio/webm',
    size: 4_000,
    url: '/voice',
    expiresAt: '2026-11-14T07:00:00.000Z',
  })
  const { room } = await openRavi()
  await room.getByRole('button', { name: 'Record a voice note' }).click()
  await expect.element(room.getByRole('timer')).toHaveTextContent('0:02')
  await room.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => played.commands('send').at(-1)?.attachments?.[0]).toMatchObject({ id })
  const [sent] = played.commands('send').at(-1)?.attachments ?? []
  expect(Math.max(...(sent?.waveform ?? []))).toBeGreaterThan(10)
  expect(uploading.inputs[0]?.form.files.file.type).toBe('audio/webm')
  await expect.element(room.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

test('[DAY-18] a note can be stopped and thrown away, and the draft is still there', async () => {
  const played = playChat([message(1)])
  const { room, field } = await openRavi()
  await room.getByRole('button', { name: 'Record a voice note' }).click()
  await room.getByRole('button', { name: 'Stop' }).click()
  await expect.element(room.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument()
  await room.getByRole('button', { name: 'Delete' }).click()
  await expect.element(field).toBeVisible()
  expect(played.commands('send')).toEqual([])
})

test('[DAY-18] without a microphone the recorder says what to do', async () => {
  listen.mockImplementation(async () => new MediaStream())
  playChat([message(1)])
  const { room } = await openRavi()
  await room.getByRole('button', { name: 'Record a voice note' }).click()
  await expect.element(room.getByRole('alert')).toMatchTextContent(/blocking your microphone/)
})

test('[DAY-18] a note that is on this device is played without a connection, and moved by the arrow keys', async () => {
  const voice = { duration_ms: 1_400, waveform: [4, 20, 31, 9], transcript: 'Say it slowly.' }
  const file = { ...attachment({ name: 'voice.webm', type: 'audio/webm' }), voice }
  const cache = await caches.open('saathi-pictures')
  await cache.put(`/file/${file.id}`, new Response(await record(1_500), { headers: { 'content-type': 'audio/webm' } }))
  playChat([message(1, { message: '', attachments: JSON.stringify([file]) })])
  const { log } = await openRavi()
  const note = log.getByRole('group', { name: 'Voice note · 0:01' })
  await note.getByRole('button', { name: 'Play' }).click()
  await expect.element(note.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.element(note.getByRole('button', { name: 'Play' })).toBeVisible()
  note.getByRole('slider').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(note.getByRole('slider')).toHaveAttribute('aria-valuetext', '0:01')
  await note.getByRole('button', { name: 'Show text' }).click()
  await expect.element(note.getByText('Say it slowly.')).toBeVisible()
})
