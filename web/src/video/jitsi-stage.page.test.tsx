import { getRoom, giveConsent, postCallEvent } from '@saathi/contract/video/calls'
import { VideoCommand, type VideoEvent } from '@saathi/contract/video/socket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseLessData } from '../../test/data-light.ts'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, makeProfile, show } from '../../test/harness.tsx'
import { room, roomId } from './call.fake.ts'
import type { EndReason } from './call-state.ts'
import type { JitsiEvents, JitsiMeet, JitsiOptions } from './jitsi-api.ts'
import { JitsiStage } from './jitsi-stage.tsx'

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

/** As its documentation has it; what the page does with it is written down. */
class PlayedJitsi {
  static made: PlayedJitsi[] = []
  readonly commands: unknown[][] = []
  isDisposed = false
  readonly #hearers = new Map<string, (event: never) => void>()
  readonly domain: string
  readonly options: JitsiOptions
  constructor(domain: string, options: JitsiOptions) {
    this.domain = domain
    this.options = options
    PlayedJitsi.made.push(this)
  }
  addListener: JitsiMeet['addListener'] = (name, hear) => void this.#hearers.set(name, hear)
  executeCommand: JitsiMeet['executeCommand'] = (...command) => void this.commands.push(command)
  dispose = () => {
    this.isDisposed = true
  }
  tell<Name extends keyof JitsiEvents>(name: Name, event: JitsiEvents[Name]) {
    const hear = this.#hearers.get(name) as ((event: JitsiEvents[Name]) => void) | undefined
    hear?.(event)
  }
}

const heard: VideoCommand[] = []
let lines: FakeSocket[] = []
const say = (event: VideoEvent) => lines.at(-1)?.say(event)

beforeEach(() => {
  PlayedJitsi.made = []
  heard.length = 0
  lines = []
  ended.mockReset()
  refused.mockReset()
  window.JitsiMeetExternalAPI = PlayedJitsi
  answer(getRoom, room({ engine }))
  answer(postCallEvent, { recording: 'waiting' })
  FakeSocket.server = {
    met: (line) => {
      if (!line.url.endsWith('/ws/video/')) return
      lines.push(line)
      line.open()
    },
    heard: (line, said) => {
      const command = VideoCommand.parse(said)
      heard.push(command)
      if (command.type === 'hello') line.say({ type: 'welcome', peerId: roomId, isResumed: false })
    },
  }
})

afterEach(() => {
  delete window.JitsiMeetExternalAPI
})

async function showCall(consent = true) {
  const stage = <JitsiStage room={room({ engine })} engine={engine} consent={consent} onEnded={ended} onRefused={refused} />
  const screen = await show(stage, { profile: makeProfile() })
  return screen
}

/** The one that is in use: where effects run twice, the first is disposed of. */
async function meetingOf(): Promise<PlayedJitsi> {
  await expect.poll(() => PlayedJitsi.made.some(({ isDisposed }) => !isDisposed)).toBe(true)
  await expect.poll(() => heard.some(({ type }) => type === 'hello')).toBe(true)
  const found = PlayedJitsi.made.find(({ isDisposed }) => !isDisposed)
  if (!found) throw new Error('There is no meeting.')
  return found
}

test('[VID-06] is embedded with its token, a name, no page before it, and exactly that toolbar', async () => {
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

test('whoever saves data begins without camera there, too, and is told so', async () => {
  chooseLessData()
  const screen = await showCall()
  const { options } = await meetingOf()
  expect(options.configOverwrite.startWithVideoMuted).toBe(true)
  const note = screen.getByText('Your camera is off, to save data. You can turn it on in the bar below.')
  await expect.element(note).toBeVisible()
  await screen.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await expect.element(note).not.toBeInTheDocument()
})

test('[VID-07] its own id of who came in is posted, and again when they leave', async () => {
  const posted = answer(postCallEvent, { recording: 'waiting' })
  const screen = await showCall()
  const meeting = await meetingOf()
  meeting.tell('videoConferenceJoined', { id: 'a1b2c3' })
  const said = () => posted.inputs.map(({ body: { event, jitsiParticipantId } }) => `${event} ${jitsiParticipantId}`)
  await expect.poll(said).toContain('join a1b2c3')
  await screen.unmount()
  await expect.poll(() => said().at(-1)).toBe('leave a1b2c3')
  expect(meeting.isDisposed).toBe(true)
})

test('[VID-03] records when our line asks for it, shows the sign, and stops at once when it may not', async () => {
  const screen = await showCall()
  const meeting = await meetingOf()
  meeting.tell('videoConferenceJoined', { id: 'a1b2c3' })
  say({ type: 'recording', recording: { state: 'running', since: new Date().toISOString(), segment } })
  await expect.element(screen.getByText('Recording', { exact: true })).toBeInTheDocument()
  expect(meeting.commands).toEqual([['startRecording', { mode: 'file' }]])
  meeting.tell('recordingStatusChanged', { on: true })
  say({ type: 'recording', recording: { state: 'waiting', since: null, segment: null } })
  await expect.element(screen.getByText('Recording has stopped.')).toBeInTheDocument()
  expect(meeting.commands.at(-1)).toEqual(['stopRecording', 'file'])
})

test('[VID-03] its own recording button does not go round the consent of all', async () => {
  await showCall()
  const meeting = await meetingOf()
  say({ type: 'recording', recording: { state: 'waiting', since: null, segment: null } })
  meeting.tell('recordingStatusChanged', { on: true })
  expect(meeting.commands).toEqual([['stopRecording', 'file']])
  expect(heard.filter(({ type }) => type === 'record')).toEqual([])
})

test('[VID-06] its own recording button is told to the server where all have agreed', async () => {
  await showCall()
  const meeting = await meetingOf()
  say({ type: 'recording', recording: { state: 'running', since: null, segment: null } })
  meeting.tell('recordingStatusChanged', { on: true })
  meeting.tell('recordingStatusChanged', { on: false })
  expect(heard.at(-1)).toEqual({ type: 'record', isWanted: false })
})

test('[VID-06] my own final words are told as captions, and nobody else’s', async () => {
  await showCall()
  const meeting = await meetingOf()
  meeting.tell('videoConferenceJoined', { id: 'me' })
  const chunk = (id: string, final?: string) => ({ data: { participant: { id }, language: 'en-US', ...(final && { final }) } })
  meeting.tell('transcriptionChunkReceived', chunk('me'))
  meeting.tell('transcriptionChunkReceived', chunk('ravi', 'Theirs.'))
  meeting.tell('transcriptionChunkReceived', chunk('me', 'Mine.'))
  expect(heard.filter(({ type }) => type === 'caption')).toEqual([
    { type: 'caption', text: 'Mine.', isFinal: true, language: 'en-US' },
  ])
})

test('[VID-06] whoever hangs up there is shown the end of the call here', async () => {
  await showCall()
  const meeting = await meetingOf()
  meeting.tell('videoConferenceLeft', {})
  expect(ended).toHaveBeenCalledWith({ reason: 'left' })
  expect(heard.at(-1)).toEqual({ type: 'leave' })
})

test('[VID-06] consent is withdrawn beside it, as in our own call', async () => {
  const said = answer(giveConsent, { consent: false, recording: 'waiting' })
  const screen = await showCall()
  await meetingOf()
  await screen.getByRole('button', { name: 'Do not record me' }).click()
  await expect.element(screen.getByRole('button', { name: 'Let this call be recorded' })).toBeVisible()
  expect(said.inputs.map(({ body }) => body)).toEqual([{ consent: false }])
})

test('[VID-10] whom the line refuses is told why, and whom it sends away has left', async () => {
  await showCall()
  await meetingOf()
  say({ type: 'error', code: 'video.consent_missing', message: 'No.' })
  expect(refused).not.toHaveBeenCalled()
  say({ type: 'goodbye', reason: 'removed' })
  expect(ended).toHaveBeenCalledWith({ reason: 'removed' })
})

test('[VID-06] where its script does not come, it can be tried again', async () => {
  delete window.JitsiMeetExternalAPI
  const screen = await showCall()
  await expect.element(screen.getByRole('heading', { name: 'The call could not be loaded' })).toBeVisible()
  window.JitsiMeetExternalAPI = PlayedJitsi
  await screen.getByRole('button', { name: 'Try again' }).click()
  await meetingOf()
  await expect.element(screen.getByRole('heading', { name: 'The call could not be loaded' })).not.toBeInTheDocument()
})
