import type { PeerState, VideoEvent } from '@saathi/contract/video/socket'
import { serverNow } from '#core/server-time.ts'
import { openCallLine } from './call-line.ts'
import { takeMeasures } from './call-measures.ts'
import { openOwn } from './call-own.ts'
import { callPeople } from './call-people.ts'
import type { Call, CallOptions } from './call-snapshot.ts'
import { firstSnapshot, snapshotStore } from './call-store.ts'
import { tilesOf } from './call-tiles.ts'
import { callToken } from './call-token.ts'
import { addCaption, openCaptions, speechLanguageOf } from './captions.ts'
import { openRecorder } from './recorder.ts'
import { filmTypeOf } from './support.ts'

export type { Call, CallOptions, CallSnapshot } from './call-snapshot.ts'

const isSame = (one: PeerState, other: PeerState) =>
  one.microphone === other.microphone && one.camera === other.camera && one.screen === other.screen && one.hand === other.hand

/** Our own engine: goes into the room at once, while the browser still asks for microphone and camera. */
export function openCall(options: CallOptions): Call {
  const store = snapshotStore({
    ...firstSnapshot,
    quality: options.start.quality ?? 'auto',
    captionLanguage: speechLanguageOf(document.documentElement.lang),
  })
  const filmType = filmTypeOf(window)
  let isOver = false
  let captionId = 0

  const token = callToken({ ...options, onRefused: refuse })
  const own = openOwn(handleOwn)
  const people = callPeople({
    iceServers: token.iceServers,
    send: (to, data) => void line.say({ type: 'signal', to, data }),
    onChange: showTiles,
  })
  const measures = takeMeasures({
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
      line.say({ type: 'caption', ...words, language })
      showCaption(people.me() ?? '', words)
    },
    onChange: () => store.set(captions.now()),
  })
  const recorder =
    filmType === undefined
      ? null
      : openRecorder({
          ...options,
          room: options.room.room,
          filmType,
          people: () => store.now().tiles,
          sounds: () => [own.tracks().microphone, ...remoteSounds()].filter((track) => track !== null && track !== undefined),
        })
  const line = openCallLine({
    token: token.next,
    canRecord: filmType !== undefined,
    state: own.state,
    onEvent: hear,
    onRefused: refuse,
    onState: (state) => store.set({ line: state }),
  })

  function remoteSounds() {
    return Array.from(people.links().values(), ({ streams }) => streams.audio.getTracks()[0])
  }

  function showTiles(): void {
    if (isOver) return
    const mine = { peerId: people.me(), state: own.state(), ...own.streams() }
    store.set({ tiles: tilesOf(people.now(), people.links(), mine, measures.speaking.isSpeaking) })
  }

  function handleOwn(): void {
    if (isOver) return
    const state = own.state()
    if (!isSame(state, store.now().me)) line.say({ type: 'state', state })
    people.setTracks(own.tracks())
    captions.setMicrophone(state.microphone)
    store.set({ me: state, devices: own.devices(), trouble: own.trouble() })
    showTiles()
    void measures.measureNow()
  }

  function showCaption(peerId: string, words: { text: string; isFinal: boolean }): void {
    const name = people.now().find((peer) => peer.peerId === peerId)?.name ?? ''
    const said = { id: ++captionId, peerId, name, ...words, at: serverNow() }
    store.set({ captions: addCaption(store.now().captions, said) })
  }

  function hear(event: VideoEvent): void {
    switch (event.type) {
      case 'welcome':
        return people.hearWelcome(event.peerId, event.isResumed)
      case 'people':
        if (!people.hearPeople(event.people)) return dismiss('removed')
        return void measures.measureNow()
      case 'signal':
        return people.hearSignal(event.from, event.data)
      case 'caption':
        return showCaption(event.from, event)
      case 'recording':
        recorder?.setSegment(event.recording.segment)
        return store.set({ recording: event.recording })
      case 'gap':
        return people.healAll()
      case 'goodbye':
        return dismiss(event.reason)
      case 'error':
        return console.warn('The call was told', event.code)
      case 'beat':
    }
  }

  function end(): void {
    isOver = true
    window.removeEventListener('online', people.restartAll)
    window.removeEventListener('pagehide', handlePageHide)
    measures.close()
    captions.close()
    recorder?.close()
    own.close()
    people.close()
    line.close()
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

  /** A page that goes has no time for a last piece. */
  function handlePageHide(): void {
    line.say({ type: 'leave' })
    end()
  }

  async function leave(): Promise<void> {
    if (isOver) return
    isOver = true
    own.close()
    await recorder?.finish()
    line.say({ type: 'leave' })
    end()
  }

  window.addEventListener('online', people.restartAll)
  window.addEventListener('pagehide', handlePageHide)
  void own.start(options.start)

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
      void measures.measureNow()
    },
    choose: own.choose,
    setRecordingWanted: (on) => void line.say({ type: 'record', isWanted: on }),
    readStats: measures.readStats,
    leave,
  }
}
