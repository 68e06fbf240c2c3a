import { useEffect, useState, useSyncExternalStore } from 'react'
import { createStore, type Store } from '#core/store.ts'
import type { MediaTrouble } from '../engine/call-snapshot.ts'
import { type LocalSource, openLocalSource } from '../engine/local-source.ts'

type OwnMedia = {
  camera: MediaStream | null
  isMicrophoneOn: boolean
  trouble: MediaTrouble | null
  /** From 0 to 1. */
  level: number
  /** True once the microphone has picked up sound. */
  hasDetectedSound: boolean
}

const LEVEL_EVERY_MS = 120
/** On the scale of `level`; just above the noise of a quiet room. */
const SOUND_THRESHOLD = 0.06

const firstMedia: OwnMedia = { camera: null, isMicrophoneOn: false, trouble: null, level: 0, hasDetectedSound: false }

/** The person's camera and microphone before a call; released when the page is left. */
export function useOwnMedia(start: { microphone: boolean; camera: boolean }) {
  const [store] = useState(() => createStore(firstMedia))
  const [holder] = useState(() => createStore<LocalSource | null>(null))
  const [first] = useState(start)
  /** The person's choice; the devices may still be opening. */
  const [selected, setSelected] = useState(start)

  useEffect(() => {
    const source = openLocalSource(() => showSource(store, source))
    holder.set(source)
    const meter = openMeter(() => source.tracks().microphone)
    const timer = setInterval(() => showLevel(store, source.state().microphone ? meter.level() : 0), LEVEL_EVERY_MS)
    void source.start(first)
    return () => {
      clearInterval(timer)
      meter.close()
      source.close()
      holder.set(null)
    }
  }, [store, holder, first])

  const media = useSyncExternalStore(store.subscribe, store.get)
  return {
    media,
    selected,
    setMicrophone(microphone: boolean) {
      setSelected({ ...selected, microphone })
      void holder.get()?.setMicrophone(microphone)
    },
    setCamera(camera: boolean) {
      setSelected({ ...selected, camera })
      void holder.get()?.setCamera(camera)
    },
  }
}

function showSource(store: Store<OwnMedia>, source: LocalSource): void {
  const { microphone } = source.state()
  store.set({ ...store.get(), camera: source.streams().camera, isMicrophoneOn: microphone, trouble: source.trouble() })
}

function showLevel(store: Store<OwnMedia>, level: number): void {
  const before = store.get()
  const hasDetectedSound = before.hasDetectedSound || level > SOUND_THRESHOLD
  const rounded = Math.round(level * 10) / 10
  if (before.level !== rounded || before.hasDetectedSound !== hasDetectedSound)
    store.set({ ...before, level: rounded, hasDetectedSound })
}

/** Measures the loudness of the current microphone track. */
function openMeter(track: () => MediaStreamTrack | null) {
  let measured: MediaStreamTrack | null = null
  let context: AudioContext | null = null
  let analyser: AnalyserNode | null = null
  const samples = new Uint8Array(256)

  function follow(): void {
    const now = track()
    if (now === measured) return
    measured = now
    void context?.close()
    context = null
    analyser = null
    if (!now || typeof AudioContext === 'undefined') return
    context = new AudioContext()
    analyser = context.createAnalyser()
    analyser.fftSize = samples.length
    context.createMediaStreamSource(new MediaStream([now])).connect(analyser)
  }

  return {
    level(): number {
      follow()
      if (!analyser) return 0
      analyser.getByteTimeDomainData(samples)
      return Math.min(1, samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0) / 64)
    },
    close: () => void context?.close(),
  }
}
