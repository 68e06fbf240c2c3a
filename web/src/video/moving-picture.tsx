import { useEffect, useRef } from 'react'

type MovingPictureProps = { stream: MediaStream; label: string; className?: string | undefined }

/** Without sound: that is played apart, so that it goes on when the picture is not shown. */
export function MovingPicture({ stream, label, className }: MovingPictureProps) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream
  }, [stream])
  return <video ref={ref} className={className} aria-label={label} autoPlay playsInline muted />
}
