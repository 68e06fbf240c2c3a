import { useEffect, useEffectEvent, useRef } from 'react'
import type { Tile } from '../engine/call-snapshot.ts'

type SoundsProps = {
  tiles: readonly Tile[]
  speaker: string
  /** Changes when the person turns the sound on by hand, to retry playback. */
  attempt: number
  onBlocked: () => void
}

/** Plays the audio of the others, even if their pictures are hidden. */
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
    // Other errors are interruptions by a new load, after which playback continues.
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
    // If the device is gone, the output stays the same.
    if (sound && 'setSinkId' in sound) sound.setSinkId(speaker).catch(() => undefined)
  }, [speaker])

  // oxlint-disable-next-line jsx-a11y/media-has-caption -- voices of a call have no track; what is said is in the caption bar
  return <audio ref={ref} />
}
