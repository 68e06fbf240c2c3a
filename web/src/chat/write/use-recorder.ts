import { VOICE_MAX_SECONDS, WAVE_BARS, WAVE_MAX } from '@saathi/contract/chat/voice'
import { useEffect, useRef, useState } from 'react'
import type { UnsentVoice } from './sending.ts'

/** Speech is clear at this rate, and a minute stays far below its limit. */
const BITS_PER_SECOND = 24_000
const SAMPLE_EVERY_MS = 100
/** Chosen so that ordinary speech fills the height of the bars. */
const GAIN = 4

const kinds = [
  { mime: 'audio/webm;codecs=opus', type: 'audio/webm', ending: 'webm' },
  { mime: 'audio/ogg;codecs=opus', type: 'audio/ogg', ending: 'ogg' },
] as const
const kindHere = () => kinds.find(({ mime }) => MediaRecorder.isTypeSupported(mime))

export const canRecord = (): boolean =>
  'MediaRecorder' in window && navigator.mediaDevices !== undefined && kindHere() !== undefined

export type Recording = { file: File; voice: UnsentVoice }
export type RecorderState = 'starting' | 'recording' | 'stopped' | 'refused'

/** The loudest sample of each bar. */
export function waveOf(levels: readonly number[]): number[] {
  const bars = Math.min(WAVE_BARS, levels.length)
  return Array.from({ length: bars }, (_, at) => {
    const part = levels.slice(Math.floor((at * levels.length) / bars), Math.floor(((at + 1) * levels.length) / bars))
    return Math.round(Math.min(1, Math.max(0, ...part) * GAIN) * WAVE_MAX)
  })
}

/** Starts at once, and ends by itself at the limit. */
export function useRecorder() {
  const [state, setState] = useState<RecorderState>('starting')
  const [levels, setLevels] = useState<readonly number[]>([])
  const recorder = useRef<MediaRecorder>(null)
  const result = useRef(Promise.withResolvers<Recording>())

  useEffect(() => {
    const { resolve } = result.current
    const abort = new AbortController()
    void record({ resolve, signal: abort.signal, onState: setState, onLevels: setLevels, recorder }).catch(() => {
      if (!abort.signal.aborted) setState('refused')
    })
    return () => abort.abort()
  }, [])

  function stop(): Promise<Recording> {
    if (recorder.current?.state === 'recording') recorder.current.stop()
    return result.current.promise
  }
  return { state, levels, elapsedMs: levels.length * SAMPLE_EVERY_MS, stop }
}

type RecordInput = {
  resolve: (recording: Recording) => void
  signal: AbortSignal
  onState: (state: RecorderState) => void
  onLevels: (levels: readonly number[]) => void
  recorder: { current: MediaRecorder | null }
}

async function record({ resolve, signal, onState, onLevels, recorder }: RecordInput): Promise<void> {
  const kind = kindHere()
  if (!kind) throw new Error('This browser cannot record Opus.')
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } })
  const release = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) return release()
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const levels: number[] = []
  const parts: Blob[] = []
  const mediaRecorder = new MediaRecorder(stream, { mimeType: kind.mime, audioBitsPerSecond: BITS_PER_SECOND })
  recorder.current = mediaRecorder
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    levels.push(samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0))
    onLevels([...levels])
    if (levels.length * SAMPLE_EVERY_MS >= VOICE_MAX_SECONDS * 1000) mediaRecorder.stop()
  }, SAMPLE_EVERY_MS)
  mediaRecorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  mediaRecorder.addEventListener('stop', () => {
    clearInterval(timer)
    release()
    void context.close()
    if (signal.aborted) return
    const file = new File(parts, `voice.${kind.ending}`, { type: kind.type })
    resolve({ file, voice: { durationMs: levels.length * SAMPLE_EVERY_MS, waveform: waveOf(levels) } })
    onState('stopped')
  })
  signal.addEventListener('abort', () => mediaRecorder.state === 'recording' && mediaRecorder.stop())
  mediaRecorder.start()
  onState('recording')
}
