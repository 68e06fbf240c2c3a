import { useEffect, useEffectEvent, useRef } from 'react'
import type { Tile } from './engine/call-snapshot.ts'

type SoundsProps = {
  tiles: readonly Tile[]
  speaker: string
  /** Turned on by hand: asked to play once more. */
  attempt: number
  onBlocked: () => void
}

/** The voices of the others, whether or not their pictures are shown. */
export function Sounds({ tiles, speaker, attempt, onBlocked }: SoundsProps) {
  return tiles.map(
    ({ peerId, isMe, audio }) =>
      !isMe && audio && <Sound key={`${peerId} ${attempt}`} stream={audio} speaker={speaker} onBlocked={onBlocked} />,
  )
}

type SoundProps = Pick<SoundsProps, 'speaker' | 'onBlocked'> & { stream: MediaStream }

function Sound({ stream, speaker, onBlocked }: SoundProps) {
  const ref = useRef<HTMLAudioElement>(null)
  const handleBlocked = useEffectEvent((error: unknown) => {
    // Anything else is a picture that came in between, after which it plays all the same.
    if (error instanceof DOMException && error.name === 'NotAllowedError') onBlocked()
  })

  useEffect(() => {
    const sound = ref.current
    if (!sound) return
    sound.srcObject = stream
    sound.play().catch((error: unknown) => handleBlocked(error))
  }, [stream])

  useEffect(() => {
    const sound = ref.current
    // One that is gone leaves the sound where it was.
    if (sound && 'setSinkId' in sound) sound.setSinkId(speaker).catch(() => undefined)
  }, [speaker])

  // oxlint-disable-next-line jsx-a11y/media-has-caption -- voices of a call have no track; what is said is in the caption bar
  return <audio ref={ref} />
}
