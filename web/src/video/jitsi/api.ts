import type { VideoEngine, VideoRoom } from '@saathi/contract/video/entities'
import { isDataLight } from '#core/data-light.ts'
import { createStore } from '#core/store.ts'

export type JitsiEngine = Extract<VideoEngine, { kind: 'jitsi' }>

/** The toolbar buttons, by their names in Jitsi's configuration. */
const JITSI_TOOLBAR = [
  'microphone',
  'camera',
  'closedcaptions',
  'desktop',
  'fullscreen',
  'fodeviceselection',
  'hangup',
  'profile',
  'settings',
  'raisehand',
  'videoquality',
  'filmstrip',
  'stats',
  'shortcuts',
  'tileview',
  'download',
  'help',
  'recording',
] as const

export type JitsiOptions = {
  roomName: string
  jwt: string
  parentNode: HTMLElement
  lang: string
  userInfo: { displayName: string }
  configOverwrite: {
    prejoinConfig: { enabled: false }
    requireDisplayName: true
    disableDeepLinking: true
    toolbarButtons: readonly string[]
    startWithVideoMuted?: true
  }
}

/** The events of Jitsi's external API that are used here. */
export type JitsiEvents = {
  videoConferenceJoined: { id: string }
  videoConferenceLeft: object
  readyToClose: object
  recordingStatusChanged: { on: boolean }
  transcriptionChunkReceived: { data: { participant: { id: string }; language: string; final?: string } }
}

export type JitsiMeet = {
  addListener: <Name extends keyof JitsiEvents>(name: Name, listener: (event: JitsiEvents[Name]) => void) => void
  executeCommand: (command: 'startRecording' | 'stopRecording' | 'hangup', options?: { mode: 'file' } | 'file') => void
  dispose: () => void
}
type JitsiConstructor = new (domain: string, options: JitsiOptions) => JitsiMeet

declare global {
  interface Window {
    JitsiMeetExternalAPI?: JitsiConstructor
  }
}

/** No prejoin page, our display name and these buttons; everything else is up to the Jitsi server. */
export function jitsiOptions(room: VideoRoom, engine: JitsiEngine, lang: string, parentNode: HTMLElement): JitsiOptions {
  return {
    roomName: engine.roomName,
    jwt: engine.jwt,
    parentNode,
    lang,
    userInfo: { displayName: room.displayName },
    configOverwrite: {
      prejoinConfig: { enabled: false },
      requireDisplayName: true,
      disableDeepLinking: true,
      toolbarButtons: JITSI_TOOLBAR,
      ...(isDataLight() && { startWithVideoMuted: true as const }),
    },
  }
}

const loading = createStore<Promise<JitsiConstructor> | null>(null)

/** Loads the script once, and again after a failure. */
export function loadJitsi(scriptUrl: string): Promise<JitsiConstructor> {
  if (window.JitsiMeetExternalAPI) return Promise.resolve(window.JitsiMeetExternalAPI)
  const started =
    loading.get() ??
    fetchScript(scriptUrl).catch((error: unknown) => {
      loading.set(null)
      throw error
    })
  loading.set(started)
  return started
}

function fetchScript(scriptUrl: string): Promise<JitsiConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.async = true
    const fail = () => {
      script.remove()
      reject(new Error('The Jitsi script failed to load.'))
    }
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      if (window.JitsiMeetExternalAPI) resolve(window.JitsiMeetExternalAPI)
      else fail()
    })
    document.head.append(script)
  })
}
