import { useEffect, useRef } from 'react'

type MovingPictureProps = { stream: MediaStream; label: string; className?: string | undefined }

/** Muted: audio is played separately, so that it continues when the picture is hidden. */
export function MovingPicture({ stream, label, className }: MovingPictureProps) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream
  }, [stream])
  return <video ref={ref} className={className} aria-label={label} autoPlay playsInline muted />
}
