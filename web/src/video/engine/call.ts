import type { PeerState, VideoEvent, Peer } from '@saathi/contract/video/socket'
import { serverNow } from '#core/server-time.ts'
import { startMeasuring } from './call-measurements.ts'
import { callPeople } from './call-people.ts'
import type { Call, CallOptions, CallSnapshot, Tile } from './call-snapshot.ts'
import { openCallSocket, callToken } from './call-socket.ts'
import { addCaption, openCaptions, speechLanguageOf } from './captions.ts'
import { openLocalSource } from './local-source.ts'
import type { PeerLink } from './peer.ts'
import { openRecorder } from './recorder.ts'
import { recordingTypeOf } from './support.ts'
import { createStore } from '#core/store.ts'
import { noDevices } from './media.ts'

export type { Call, CallOptions } from './call-snapshot.ts'

const isSame = (one: PeerState, other: PeerState) =>
  one.microphone === other.microphone && one.camera === other.camera && one.screen === other.screen && one.hand === other.hand

/** The built-in engine: joins the room immediately, while the browser still asks for device permissions. */
export function openCall(options: CallOptions): Call {
  const store = snapshotStore({
    ...firstSnapshot,
    quality: options.start.quality ?? 'auto',
    captionLanguage: speechLanguageOf(document.documentElement.lang),
  })
  const recordingType = recordingTypeOf(window)
  let isOver = false
  let captionId = 0

  const token = callToken({ ...options, onRefused: refuse })
  const own = openLocalSource(handleOwn)
  const people = callPeople({
    iceServers: token.iceServers,
    send: (to, data) => void socket.send({ type: 'signal', to, data }),
    onChange: showTiles,
  })
  const measurements = startMeasuring({
    people,
    sending: () => {
      const { microphone, screen } = own.state()
      return { choice: store.now().quality, isSharing: screen, isMicrophoneOn: microphone }
    },
    onSpeaking: showTiles,
    onLevel: (level, isWeak) => {
      const before = store.now()
      if (before.level !== level || before.isWeak !== isWeak) store.set({ level, isWeak })
    },
  })
  const captions = openCaptions({
    language: store.now().captionLanguage,
    onWords: (words, language) => {
      socket.send({ type: 'caption', ...words, language })
      showCaption(people.me() ?? '', words)
    },
    onChange: () => store.set(captions.now()),
  })
  const recorder =
    recordingType === undefined
      ? null
      : openRecorder({
          ...options,
          room: options.room.room,
          recordingType,
          people: () => store.now().tiles,
          sounds: () => [own.tracks().microphone, ...remoteSounds()].filter((track) => track !== null && track !== undefined),
        })
  const socket = openCallSocket({
    token: token.next,
    canRecord: recordingType !== undefined,
    state: own.state,
    onEvent: handleEvent,
    onRefused: refuse,
    onState: (state) => store.set({ socket: state }),
  })

  function remoteSounds() {
    return Array.from(people.links().values(), ({ streams }) => streams.audio.getTracks()[0])
  }

  function showTiles(): void {
    if (isOver) return
    const mine = { peerId: people.me(), state: own.state(), ...own.streams() }
    store.set({ tiles: tilesOf(people.now(), people.links(), mine, measurements.speaking.isSpeaking) })
  }

  function handleOwn(): void {
    if (isOver) return
    const state = own.state()
    if (!isSame(state, store.now().me)) socket.send({ type: 'state', state })
    people.setTracks(own.tracks())
    captions.setMicrophone(state.microphone)
    store.set({ me: state, devices: own.devices(), trouble: own.trouble() })
    showTiles()
    void measurements.measureNow()
  }

  function showCaption(peerId: string, words: { text: string; isFinal: boolean }): void {
    const name = people.now().find((peer) => peer.peerId === peerId)?.name ?? ''
    const caption = { id: ++captionId, peerId, name, ...words, at: serverNow() }
    store.set({ captions: addCaption(store.now().captions, caption) })
  }

  function handleEvent(event: VideoEvent): void {
    switch (event.type) {
      case 'welcome':
        return people.onWelcome(event.peerId, event.isResumed)
      case 'people':
        if (!people.onPeople(event.people)) return dismiss('removed')
        return void measurements.measureNow()
      case 'signal':
        return people.onSignal(event.from, event.data)
      case 'caption':
        return showCaption(event.from, event)
      case 'recording':
        recorder?.setSegment(event.recording.segment)
        return store.set({ recording: event.recording })
      case 'gap':
        return people.repairAll()
      case 'goodbye':
        return dismiss(event.reason)
      case 'error':
        return console.warn('The call received an error', event.code)
      case 'beat':
    }
  }

  function end(): void {
    isOver = true
    window.removeEventListener('online', people.restartAll)
    window.removeEventListener('pagehide', handlePageHide, { capture: true })
    measurements.close()
    captions.close()
    recorder?.close()
    own.close()
    people.close()
    socket.close()
  }

  function dismiss(reason: Parameters<CallOptions['onGoodbye']>[0]): void {
    if (isOver) return
    end()
    options.onGoodbye(reason)
  }

  function refuse(code: string): void {
    if (isOver) return
    end()
    options.onRefused(code)
  }

  /** A page that is being unloaded has no time to upload a last piece. Captured, because the socket closes then too. */
  function handlePageHide(): void {
    socket.send({ type: 'leave' })
    end()
  }

  async function leave(): Promise<void> {
    if (isOver) return
    isOver = true
    own.close()
    await recorder?.finish()
    socket.send({ type: 'leave' })
    end()
  }

  window.addEventListener('online', people.restartAll)
  window.addEventListener('pagehide', handlePageHide, { capture: true })
  void own.start(options.start).finally(() => store.set({ isStarting: false }))

  return {
    subscribe: store.subscribe,
    snapshot: store.now,
    setMicrophone: own.setMicrophone,
    setCamera: own.setCamera,
    setScreen: own.setScreen,
    setHand: own.setHand,
    setCaptions: captions.set,
    setCaptionLanguage: captions.setLanguage,
    setQuality: (quality) => {
      store.set({ quality })
      void measurements.measureNow()
    },
    choose: own.choose,
    setRecordingWanted: (on) => void socket.send({ type: 'record', isWanted: on }),
    readStats: measurements.readStats,
    leave,
  }
}

type OwnSide = { peerId: string | null; state: PeerState; camera: MediaStream | null; screen: MediaStream | null }

/** The own tile uses the local state, which is ahead of the server. */
const tilesOf = (
  people: readonly Peer[],
  links: ReadonlyMap<string, PeerLink>,
  own: OwnSide,
  isSpeaking: (peerId: string) => boolean,
): Tile[] =>
  people.map(({ peerId, userId, name, displayPicture, state }) => {
    const person = { peerId, userId, name, displayPicture, isSpeaking: isSpeaking(peerId) }
    if (peerId === own.peerId) {
      const { camera, screen } = own
      return { ...person, isMe: true, state: own.state, camera, screen, audio: null, connection: 'open' }
    }
    const link = links.get(peerId)
    return {
      ...person,
      isMe: false,
      state,
      camera: (state.camera && link?.streams.camera) || null,
      screen: (state.screen && link?.streams.screen) || null,
      audio: link?.streams.audio ?? null,
      connection: link?.connection() ?? 'connecting',
    }
  })

const firstSnapshot: CallSnapshot = {
  socket: 'connecting',
  tiles: [],
  recording: { state: 'waiting', since: null, segment: null },
  captions: [],
  isCaptioning: false,
  captionLanguage: 'en-IN',
  captionTrouble: null,
  me: { microphone: false, camera: false, screen: false, hand: false },
  isStarting: true,
  quality: 'auto',
  level: 4,
  isWeak: false,
  devices: noDevices,
  trouble: null,
}

function snapshotStore(first: CallSnapshot) {
  const { get, set, subscribe } = createStore(first)
  return { now: get, set: (next: Partial<CallSnapshot>): void => set({ ...get(), ...next }), subscribe }
}
