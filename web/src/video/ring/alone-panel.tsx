import type { CallStatus, VideoRoom } from '@saathi/contract/video/entities'
import { useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Button } from '#core/ui/button.tsx'
import { clockText } from '#core/ui/progress/countdown.tsx'
import { firstNameOf } from '../person-name.ts'
import { useRingAgain } from '../queries.ts'
import css from './ring.module.css'
import { RingingFace } from './ringing-view.tsx'

type AlonePanelProps = {
  room: VideoRoom
  status: CallStatus
  until: string
  wasRecorded: boolean
  onLeave: () => void
}

/** The others have left. The server ends the call when the clock is at zero. */
export function AlonePanel({ room, status, until, wasRecorded, onLeave }: AlonePanelProps) {
  const t = useText()
  const seconds = useServerSecondsUntil(until)
  const { mutate, isPending } = useRingAgain(room.room)
  const left = status.lastLeft
  const again = left ?? room.partners[0]
  const ends = t('call.alone.ends', { time: clockText(seconds) })
  return (
    <div className={css.alone}>
      <RingingFace person={again} isStill size="sm" />
      <div role="status">
        <h2>{left ? t('call.alone.left', { name: firstNameOf(left.name) }) : t('call.alone.only')}</h2>
        {wasRecorded && <p className={css.quiet}>{t('call.alone.stopped')}</p>}
      </div>
      <p className={css.clock} role="timer" aria-live="off">
        {ends}
      </p>
      <div className={css.row}>
        <Button className={css.go} onClick={onLeave}>
          {t('call.leave')}
        </Button>
        {again && (
          <Button className={css.other} disabled={isPending} onClick={() => mutate()}>
            {t('call.alone.again', { name: firstNameOf(again.name) })}
          </Button>
        )}
      </div>
    </div>
  )
}

/** By the server's clock, which may differ from this device's by minutes. */
function useServerSecondsUntil(until: string): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000))
}
