import type { VideoRoom } from '@saathi/contract/video/entities'
import type { Recording } from '@saathi/contract/video/socket'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Icon } from '#core/ui/icon.tsx'
import { record } from '#core/ui/icons.ts'
import css from './head.module.css'
import { useFocusOnShow } from '../use-focus-on-show.ts'

type CallHeadProps = { room: VideoRoom; recording: Recording; wasRecorded: boolean; children?: ReactNode }

export function CallHead({ room, recording, wasRecorded, children }: CallHeadProps) {
  const title = useFocusOnShow()
  const session = room.localeSessionName ?? room.sessionName
  return (
    <header className={css.head}>
      <div className={css.titles}>
        <h1 ref={title} className={css.title} tabIndex={-1} dir="auto">
          {room.title}
        </h1>
        {session && (
          <p className={css.session} dir="auto">
            {session}
          </p>
        )}
      </div>
      <RecordChip recording={recording} wasRecorded={wasRecorded} />
      {children}
    </header>
  )
}

/** The recording indicator for everyone. Start and end are announced; the seconds are not. */
function RecordChip({ recording: { state, since }, wasRecorded }: { recording: Recording; wasRecorded: boolean }) {
  const t = useText()
  return (
    <span role="status">
      {state === 'running' ? (
        <span className={css.recording}>
          <Icon of={record} size={16} />
          <span className={css.word}>{t('call.record.running')}</span>
          {since && <Elapsed since={Date.parse(since)} />}
        </span>
      ) : (
        wasRecorded && <span className="sr">{t('call.record.stopped')}</span>
      )}
    </span>
  )
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - since) / 1_000))
  return (
    <span className={css.elapsed} aria-hidden="true">
      {`${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`}
    </span>
  )
}
