import { getRoom, giveConsent, postCallEvent } from '@saathi/contract/video/calls'
import { VideoCommand, type VideoEvent } from '@saathi/contract/video/socket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChatSlot } from '#chat/public.ts'
import { chooseLessData } from '../../../test/data-light.ts'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer, makeProfile, show } from '../../../test/harness.tsx'
import { message as chatMessage } from '../../chat/chat.fake.ts'
import { playChat } from '../../chat/chat-server.fake.ts'
import { room, roomId } from '../call.fake.ts'
import type { EndReason } from '../call-state.ts'
import { withVideo } from '../video.fake.ts'
import type { JitsiEvents, JitsiMeet, JitsiOptions } from './api.ts'
import { JitsiStage } from './stage.tsx'

const engine = {
  kind: 'jitsi',
  domain: 'meet.example',
  scriptUrl: 'data:text/javascript,0',
  roomName: 'saathi-room',
  jwt: 'header.claims.signature',
} as const
const segment = '00000000-0000-4000-8000-000000000009'
const ended = vi.fn<(ended: { reason: EndReason }) => void>()
const refused = vi.fn<(code: string) => void>()

/** A fake of Jitsi's external API that records the commands. */
class FakeJitsi {
  static made: FakeJitsi[] = []
  readonly commands: unknown[][] = []
  isDisposed = false
  readonly #listeners = new Map<string, (event: never) => void>()
  readonly domain: string
  readonly options: JitsiOptions
  constructor(domain: string, options: JitsiOptions) {
    this.domain = domain
    this.options = options
    FakeJitsi.made.push(this)
  }
  addListener: JitsiMeet['addListener'] = (name, listener) => void this.#listeners.set(name, listener)
  executeCommand: JitsiMeet['executeCommand'] = (...command) => void this.commands.push(command)
  dispose = () => {
    this.isDisposed = true
  }
  emit<Name extends keyof JitsiEvents>(name: Name, event: JitsiEvents[Name]) {
    const listener = this.#listeners.get(name) as ((event: JitsiEvents[Name]) => void) | undefined
    listener?.(event)
  }
}

const receivedCommands: VideoCommand[] = []
let sockets: FakeSocket[] = []
const send = (event: VideoEvent) => sockets.at(-1)?.say(event)

beforeEach(() => {
  FakeJitsi.made = []
  receivedCommands.length = 0
  sockets = []
  ended.mockReset()
  refused.mockReset()
  window.JitsiMeetExternalAPI = FakeJitsi
  answer(getRoom, room({ engine }))
  answer(postCallEvent, { recording: 'waiting' })
  FakeSocket.server = {
    onConnect: (socket) => {
      if (!socket.url.endsWith('/ws/video/')) return
      sockets.push(socket)
      socket.open()
    },
    onMessage: (socket, message) => {
      const command = VideoCommand.parse(message)
      receivedCommands.push(command)
      if (command.type === 'hello') socket.say({ type: 'welcome', peerId: roomId, isResumed: false })
    },
  }
})

afterEach(() => {
  delete window.JitsiMeetExternalAPI
})

async function showCall({ hasChat = false } = {}) {
  const stage = (
    <>
      {hasChat && <ChatSlot />}
      <JitsiStage room={room({ engine })} engine={engine} consent onEnded={ended} onRefused={refused} />
    </>
  )
  const screen = await show(stage, { profile: hasChat ? withVideo() : makeProfile() })
  return screen
}

/** The active instance: with effects run twice, the first is disposed. */
async function meetingOf(): Promise<FakeJitsi> {
  await expect.poll(() => FakeJitsi.made.some(({ isDisposed }) => !isDisposed)).toBe(true)
  await expect.poll(() => receivedCommands.some(({ type }) => type === 'hello')).toBe(true)
  const found = FakeJitsi.made.find(({ isDisposed }) => !isDisposed)
  if (!found) throw new Error('There is no meeting.')
  return found
}

test('[VID-06] Jitsi is embedded with its token, a name, no prejoin page and our toolbar', async () => {
  await showCall()
  const { domain, options } = await meetingOf()
  const { parentNode, ...rest } = options
  expect(domain).toBe('meet.example')
  expect(parentNode.isConnected).toBe(true)
  expect(rest).toEqual({
    roomName: 'saathi-room',
    jwt: 'header.claims.signature',
    lang: 'en',
    userInfo: { displayName: 'Asha Rao' },
    configOverwrite: {
      prejoinConfig: { enabled: false },
      requireDisplayName: true,
      disableDeepLinking: true,
      toolbarButtons:
        'microphone camera closedcaptions desktop fullscreen fodeviceselection hangup profile settings raisehand videoquality filmstrip stats shortcuts tileview download help recording'.split(
          ' ',
        ),
    },
  })
})

test('data saver mode starts Jitsi without camera and shows a note', async () => {
  chooseLessData()
  const screen = await showCall()
  const { options } = await meetingOf()
  expect(options.configOverwrite.startWithVideoMuted).toBe(true)
  const note = screen.getByText('Your camera is off, to save data. You can turn it on in the bar below.')
  await expect.element(note).toBeVisible()
  await screen.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await expect.element(note).not.toBeInTheDocument()
})

test("[VID-07] joining and leaving are posted with Jitsi's participant id", async () => {
  const posted = answer(postCallEvent, { recording: 'waiting' })
  const screen = await showCall()
  const meeting = await meetingOf()
  meeting.emit('videoConferenceJoined', { id: 'a1b2c3' })
  const message = () => posted.inputs.map(({ body: { event, jitsiParticipantId } }) => `${event} ${jitsiParticipantId}`)
  await expect.poll(message).toContain('join a1b2c3')
  await screen.unmount()
  await expect.poll(() => message().at(-1)).toBe('leave a1b2c3')
  expect(meeting.isDisposed).toBe(true)
})

test('[VID-03] records when our socket says so, shows the indicator, and stops immediately when it must', async () => {
  const screen = await showCall()
  const meeting = await meetingOf()
  meeting.emit('videoConferenceJoined', { id: 'a1b2c3' })
  send({ type: 'recording', recording: { state: 'running', since: new Date().toISOString(), segment } })
  await expect.element(screen.getByText('Recording', { exact: true })).toBeInTheDocument()
  expect(meeting.commands).toEqual([['startRecording', { mode: 'file' }]])
  meeting.emit('recordingStatusChanged', { on: true })
  send({ type: 'recording', recording: { state: 'waiting', since: null, segment: null } })
  await expect.element(screen.getByText('Recording has stopped.')).toBeInTheDocument()
  expect(meeting.commands.at(-1)).toEqual(['stopRecording', 'file'])
})

test("[VID-03] Jitsi's recording button does not bypass consent", async () => {
  await showCall()
  const meeting = await meetingOf()
  send({ type: 'recording', recording: { state: 'waiting', since: null, segment: null } })
  meeting.emit('recordingStatusChanged', { on: true })
  expect(meeting.commands).toEqual([['stopRecording', 'file']])
  expect(receivedCommands.filter(({ type }) => type === 'record')).toEqual([])
})

test("[VID-06] Jitsi's recording button is reported to the server if everyone has agreed", async () => {
  await showCall()
  const meeting = await meetingOf()
  send({ type: 'recording', recording: { state: 'running', since: null, segment: null } })
  meeting.emit('recordingStatusChanged', { on: true })
  meeting.emit('recordingStatusChanged', { on: false })
  expect(receivedCommands.at(-1)).toEqual({ type: 'record', isWanted: false })
})

test('[VID-06] only my own final words are sent as captions', async () => {
  await showCall()
  const meeting = await meetingOf()
  meeting.emit('videoConferenceJoined', { id: 'me' })
  const chunk = (id: string, final?: string) => ({ data: { participant: { id }, language: 'en-US', ...(final && { final }) } })
  meeting.emit('transcriptionChunkReceived', chunk('me'))
  meeting.emit('transcriptionChunkReceived', chunk('ravi', 'Theirs.'))
  meeting.emit('transcriptionChunkReceived', chunk('me', 'Mine.'))
  expect(receivedCommands.filter(({ type }) => type === 'caption')).toEqual([
    { type: 'caption', text: 'Mine.', isFinal: true, language: 'en-US' },
  ])
})

test('[VID-06] hanging up in Jitsi ends the call here', async () => {
  await showCall()
  const meeting = await meetingOf()
  meeting.emit('videoConferenceLeft', {})
  expect(ended).toHaveBeenCalledWith({ reason: 'left' })
  expect(receivedCommands.at(-1)).toEqual({ type: 'leave' })
})

test('[DAY-26] the conversation opens next to the Jitsi call, and the call goes on', async () => {
  const call = FakeSocket.server
  playChat([chatMessage(1, { message: 'Read me the first line.' })])
  const conversation = FakeSocket.server
  const serverOf = ({ url }: FakeSocket) => (url.endsWith('/ws/video/') ? call : conversation)
  FakeSocket.server = {
    onConnect: (socket) => serverOf(socket)?.onConnect(socket),
    onMessage: (socket, data) => serverOf(socket)?.onMessage(socket, data),
  }
  const screen = await showCall({ hasChat: true })
  const meeting = await meetingOf()
  const button = screen.getByRole('button', { name: /^Chat in this call/ })
  await button.click()
  const panel = screen.getByRole('complementary', { name: 'Chat in this call' })
  await expect.element(panel.getByText('Read me the first line.')).toBeVisible()
  await panel.getByRole('button', { name: 'Close chat' }).click()
  await expect.element(button).toHaveFocus()
  expect(meeting.isDisposed).toBe(false)
})

test('[VID-06] consent can be withdrawn next to the Jitsi call', async () => {
  const message = answer(giveConsent, { consent: false, recording: 'waiting' })
  const screen = await showCall()
  await meetingOf()
  await screen.getByRole('button', { name: "Don't record me" }).click()
  await expect.element(screen.getByRole('button', { name: 'Allow recording' })).toBeVisible()
  expect(message.inputs.map(({ body }) => body)).toEqual([{ consent: false }])
})

test('[VID-10] a refused command does not end the call, and a dismissal does', async () => {
  await showCall()
  await meetingOf()
  send({ type: 'error', code: 'video.consent_missing', message: 'No.' })
  expect(refused).not.toHaveBeenCalled()
  send({ type: 'goodbye', reason: 'removed' })
  expect(ended).toHaveBeenCalledWith({ reason: 'removed' })
})

test('[VID-06] a failed script can be retried', async () => {
  delete window.JitsiMeetExternalAPI
  const screen = await showCall()
  await expect.element(screen.getByRole('heading', { name: 'The call could not be loaded' })).toBeVisible()
  window.JitsiMeetExternalAPI = FakeJitsi
  await screen.getByRole('button', { name: 'Try again' }).click()
  await meetingOf()
  await expect.element(screen.getByRole('heading', { name: 'The call could not be loaded' })).not.toBeInTheDocument()
})
