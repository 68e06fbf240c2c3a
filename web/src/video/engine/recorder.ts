import { PIECE_EVERY_MS, SEGMENT_MAX_SECONDS } from '@saathi/contract/video/recording-calls'
import { FRAMES_PER_SECOND, openPicture, type RecordedPerson } from './recording-picture.ts'
import { openUploader, type FindSegment, type SendPiece } from './uploader.ts'

const LAST_PIECE_WITHIN_MS = 2_000

export type Recorder = {
  /** The segment assigned by the server; null if this participant is not the recorder. */
  setSegment: (segmentId: string | null) => void
  /** When leaving: uploads the rest if it takes no longer than two seconds. */
  finish: () => Promise<void>
  close: () => void
}

export type RecorderOptions = {
  room: string
  recordingType: string
  sendPiece: SendPiece
  findSegment: FindSegment
  /** Read for each frame. */
  people: () => readonly RecordedPerson[]
  sounds: () => readonly MediaStreamTrack[]
}

type SegmentRecorder = { segmentId: string; finish: () => Promise<void>; abandon: () => void }

/** Records the whole call if the server chose this participant; each segment is a complete file. */
export function openRecorder(options: RecorderOptions): Recorder {
  let current: SegmentRecorder | null = null
  let isFinishing = false

  function setSegment(segmentId: string | null): void {
    if (isFinishing || segmentId === (current?.segmentId ?? null)) return
    current?.abandon()
    current = segmentId === null ? null : start(segmentId)
  }

  /** If recording fails here, nothing is uploaded and the server chooses another recorder. */
  function start(segmentId: string): SegmentRecorder | null {
    try {
      return openSegmentRecorder(options, segmentId, setSegment)
    } catch (error) {
      console.warn('The recording could not start', error)
      return null
    }
  }

  return {
    setSegment,
    finish: async () => {
      isFinishing = true
      await current?.finish()
    },
    close: () => {
      isFinishing = true
      current?.abandon()
      current = null
    },
  }
}

function openSegmentRecorder(options: RecorderOptions, segmentId: string, onNext: (segmentId: string) => void): SegmentRecorder {
  const picture = openPicture()
  const mixer = openMixer()
  const mediaRecorder = new MediaRecorder(
    new MediaStream([...picture.stream.getVideoTracks(), ...(mixer.track ? [mixer.track] : [])]),
    {
      mimeType: options.recordingType,
      videoBitsPerSecond: 250_000,
      audioBitsPerSecond: 32_000,
    },
  )
  const uploader = openUploader({ ...options, segmentId, onNext, onOver: end })
  const rest: Blob[] = []
  let isEnding = false

  function drawNow(): void {
    picture.draw(options.people())
    mixer.setSounds(options.sounds())
  }

  function end(): void {
    if (isEnding) return
    isEnding = true
    clearInterval(drawing)
    clearTimeout(full)
    if (mediaRecorder.state !== 'inactive') mediaRecorder.stop()
    picture.close()
    mixer.close()
  }

  function abandon(): void {
    uploader.stop()
    end()
  }

  async function finish(): Promise<void> {
    end()
    await Promise.race([uploader.done, new Promise((resolve) => setTimeout(resolve, LAST_PIECE_WITHIN_MS))])
  }

  mediaRecorder.addEventListener('dataavailable', ({ data }) => {
    // A chunk that was pending when recording stopped is not the last one yet.
    if (isEnding) rest.push(data)
    else if (data.size > 0) uploader.add(data, false)
  })
  mediaRecorder.addEventListener('stop', () => {
    if (isEnding) uploader.add(new Blob(rest), true)
    else abandon()
  })
  const drawing = setInterval(drawNow, 1_000 / FRAMES_PER_SECOND)
  const full = setTimeout(end, SEGMENT_MAX_SECONDS * 1_000)
  drawNow()
  mediaRecorder.start(PIECE_EVERY_MS)
  return { segmentId, finish, abandon }
}

type Mixer = {
  track: MediaStreamTrack | undefined
  /** All tracks to mix; tracks that are missing from the list are removed. */
  setSounds: (sounds: readonly MediaStreamTrack[]) => void
  close: () => void
}

type Source = { node: MediaStreamAudioSourceNode; player: HTMLAudioElement }

/** Mixes all audio into one track. */
function openMixer(): Mixer {
  const context = new AudioContext()
  const mixed = context.createMediaStreamDestination()
  const sources = new Map<MediaStreamTrack, Source>()

  function add(track: MediaStreamTrack): void {
    const stream = new MediaStream([track])
    // Chrome delivers remote audio to the mixer only if an element plays it, so play it muted.
    const player = new Audio()
    player.muted = true
    player.srcObject = stream
    void player.play().catch(() => {})
    const node = context.createMediaStreamSource(stream)
    node.connect(mixed)
    sources.set(track, { node, player })
  }

  function remove(track: MediaStreamTrack): void {
    const source = sources.get(track)
    if (!source) return
    source.node.disconnect()
    source.player.srcObject = null
    sources.delete(track)
  }

  return {
    track: mixed.stream.getAudioTracks()[0],
    setSounds: (sounds) => {
      for (const track of sources.keys()) if (!sounds.includes(track)) remove(track)
      for (const track of sounds) if (!sources.has(track) && track.readyState === 'live') add(track)
      if (context.state === 'suspended') void context.resume()
    },
    close: () => {
      for (const track of sources.keys()) remove(track)
      void context.close()
    },
  }
}
