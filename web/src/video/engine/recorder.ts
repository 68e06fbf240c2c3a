import { PIECE_EVERY_MS, SEGMENT_MAX_SECONDS } from '@saathi/contract/video/recording-calls'
import { FRAMES_PER_SECOND, openPicture, type Filmed } from './film-picture.ts'
import { openMixer } from './mixer.ts'
import { openUploader, type FindSegment, type SendPiece } from './uploader.ts'

const LAST_PIECE_WITHIN_MS = 2_000

export type Recorder = {
  /** As the server last said; null: one is not the one who records. */
  setSegment: (segmentId: string | null) => void
  /** On leaving: what was recorded so far goes up, if it does so soon. */
  finish: () => Promise<void>
  close: () => void
}

export type RecorderOptions = {
  room: string
  filmType: string
  sendPiece: SendPiece
  findSegment: FindSegment
  /** Asked for each picture. */
  people: () => readonly Filmed[]
  sounds: () => readonly MediaStreamTrack[]
}

type Take = { segmentId: string; finish: () => Promise<void>; abandon: () => void }

/** The one film of all, made by whom the server has asked; each segment is a whole film of its own. */
export function openRecorder(options: RecorderOptions): Recorder {
  let take: Take | null = null
  let isFinishing = false

  function setSegment(segmentId: string | null): void {
    if (isFinishing || segmentId === (take?.segmentId ?? null)) return
    take?.abandon()
    take = segmentId === null ? null : begin(segmentId)
  }

  /** A browser that cannot do it after all is silent, and the server asks another one. */
  function begin(segmentId: string): Take | null {
    try {
      return openTake(options, segmentId, setSegment)
    } catch (error) {
      console.warn('The recording could not begin', error)
      return null
    }
  }

  return {
    setSegment,
    finish: async () => {
      isFinishing = true
      await take?.finish()
    },
    close: () => {
      isFinishing = true
      take?.abandon()
      take = null
    },
  }
}

function openTake(options: RecorderOptions, segmentId: string, onNext: (segmentId: string) => void): Take {
  const picture = openPicture()
  const mixer = openMixer()
  const film = new MediaRecorder(new MediaStream([...picture.stream.getVideoTracks(), ...(mixer.track ? [mixer.track] : [])]), {
    mimeType: options.filmType,
    videoBitsPerSecond: 250_000,
    audioBitsPerSecond: 32_000,
  })
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
    if (film.state !== 'inactive') film.stop()
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

  film.addEventListener('dataavailable', ({ data }) => {
    // One that was on its way when the end came is not the last one yet.
    if (isEnding) rest.push(data)
    else if (data.size > 0) uploader.add(data, false)
  })
  film.addEventListener('stop', () => {
    if (isEnding) uploader.add(new Blob(rest), true)
    else abandon()
  })
  const drawing = setInterval(drawNow, 1_000 / FRAMES_PER_SECOND)
  const full = setTimeout(end, SEGMENT_MAX_SECONDS * 1_000)
  drawNow()
  film.start(PIECE_EVERY_MS)
  return { segmentId, finish, abandon }
}
