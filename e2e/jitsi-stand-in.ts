import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const jitsi = { appId: 'saathi', secret: 'a secret of both sides, 32 characters or more' }

type RoomEntry = { room: string; name: string; mayRecord: boolean }

/**
 * The part of Jitsi that a page uses: its documented external API, and the room, which requires a token. Undocumented options
 * throw, so that a page that uses them fails.
 */
export async function startJitsi() {
  const entries: RoomEntry[] = []
  const refusals: string[] = []
  let domain = ''

  function enter(response: ServerResponse, url: URL): void {
    const room = decodeURIComponent(url.pathname.slice('/room/'.length))
    try {
      const { context } = readToken(url.searchParams.get('jwt') ?? '', room, domain.split(':')[0] ?? '')
      entries.push({ room, name: context.user.name, mayRecord: context.features.recording })
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A room</title><p>In the room</p>')
    } catch (error) {
      refusals.push(String(error))
      response.writeHead(403).end()
    }
  }

  const listener = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${domain}`)
    if (url.pathname === '/external_api.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(`(${externalApi.toString()})()`)
    if (url.pathname.startsWith('/room/')) return enter(response, url)
    return void response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  domain = `127.0.0.1:${isNet(address) ? address.port : 0}`
  return {
    domain,
    entries,
    refusals,
    close: () => new Promise((resolve) => listener.close(resolve)),
  }
}

const isNet = (address: string | AddressInfo | null): address is AddressInfo => typeof address === 'object' && address !== null

type Token = {
  aud: string
  iss: string
  sub: string
  room: string
  exp: number
  nbf: number
  context: { user: { id: string; name: string; moderator: string }; features: { recording: boolean } }
}

/** Verified by hand, independently of the code that signs it: HS256, for this deployment, room and time. */
function readToken(token: string, room: string, host: string): Token {
  const [header = '', claims = '', signature] = token.split('.')
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  const expected = createHmac('sha256', jitsi.secret).update(`${header}.${claims}`).digest('base64url')
  if (signature !== expected || !isObject(read(header), { alg: 'HS256' })) throw new Error('The token is not signed by us.')
  const payload = read(claims)
  if (!isToken(payload, { aud: 'jitsi', iss: jitsi.appId, sub: host, room }))
    throw new Error('The token is for another room or deployment.')
  const nowSeconds = Date.now() / 1000
  if (!(payload.nbf <= nowSeconds && nowSeconds < payload.exp)) throw new Error('The token is not valid at this time.')
  return payload
}

const isObject = (value: unknown, expected: object): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(expected).every(([name, is]) => Object.entries(value).some(([key, has]) => key === name && has === is))

const isToken = (value: unknown, expected: object): value is Token =>
  isObject(value, expected) && typeof value === 'object' && value !== null && 'context' in value

/** Runs in the page. */
function externalApi() {
  type Listener = (event: object) => void
  const documented = {
    options: [
      'roomName',
      'width',
      'height',
      'parentNode',
      'configOverwrite',
      'interfaceConfigOverwrite',
      'jwt',
      'lang',
      'userInfo',
    ],
    config: ['prejoinConfig', 'requireDisplayName', 'disableDeepLinking', 'toolbarButtons', 'startWithVideoMuted'],
    buttons: [
      'camera',
      'chat',
      'closedcaptions',
      'desktop',
      'download',
      'embedmeeting',
      'etherpad',
      'feedback',
      'filmstrip',
      'fodeviceselection',
      'fullscreen',
      'hangup',
      'help',
      'highlight',
      'invite',
      'livestreaming',
      'microphone',
      'mute-everyone',
      'participants-pane',
      'profile',
      'raisehand',
      'recording',
      'security',
      'select-background',
      'settings',
      'shareaudio',
      'sharedvideo',
      'shortcuts',
      'stats',
      'tileview',
      'toggle-camera',
      'videoquality',
      'whiteboard',
    ],
    commands: ['startRecording', 'stopRecording', 'hangup', 'displayName', 'toggleAudio', 'toggleVideo'],
    events: [
      'videoConferenceJoined',
      'videoConferenceLeft',
      'readyToClose',
      'recordingStatusChanged',
      'transcriptionChunkReceived',
    ],
  }
  const requireAll = (payload: readonly string[], known: readonly string[]) => {
    for (const each of payload) if (!known.includes(each)) throw new Error(`The external API does not know ${each}.`)
  }

  class JitsiMeetExternalAPI {
    readonly options: Record<string, unknown>
    readonly commands: unknown[][] = []
    readonly #listeners = new Map<string, Listener[]>()
    readonly #frame = document.createElement('iframe')
    #isOn = false

    constructor(domain: string, options: Record<string, unknown> & { roomName: string; jwt: string; parentNode: HTMLElement }) {
      requireAll(Object.keys(options), documented.options)
      const config = options.configOverwrite
      if (typeof config === 'object' && config !== null) {
        requireAll(Object.keys(config), documented.config)
        if ('toolbarButtons' in config && Array.isArray(config.toolbarButtons))
          requireAll(config.toolbarButtons, documented.buttons)
      }
      this.options = options
      this.#frame.title = 'Jitsi'
      this.#frame.allow = 'camera; microphone; display-capture'
      this.#frame.src = `${location.protocol}//${domain}/room/${encodeURIComponent(options.roomName)}?jwt=${options.jwt}`
      this.#frame.addEventListener('load', () =>
        this.emit('videoConferenceJoined', { id: 'a1b2c3d4', roomName: options.roomName }),
      )
      options.parentNode.append(this.#frame)
      Object.assign(window, { jitsiMade: this })
    }

    addListener(name: string, listener: Listener) {
      requireAll([name], documented.events)
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
    }

    executeCommand(name: string, ...payload: unknown[]) {
      requireAll([name], documented.commands)
      this.commands.push([name, ...payload])
      if (name === 'startRecording') this.setRecording(true)
      if (name === 'stopRecording') this.setRecording(false)
      if (name === 'hangup') this.hangUp()
    }

    /** Like the recording button of Jitsi. */
    setRecording(on: boolean) {
      if (this.#isOn === on) return
      this.#isOn = on
      this.emit('recordingStatusChanged', { on, mode: 'file' })
    }

    hangUp() {
      this.emit('videoConferenceLeft', { roomName: this.options.roomName })
      this.emit('readyToClose', {})
    }

    emit(name: string, event: object) {
      for (const listener of this.#listeners.get(name) ?? []) listener(event)
    }

    dispose() {
      this.#frame.remove()
    }
  }
  Object.assign(window, { JitsiMeetExternalAPI })
}
