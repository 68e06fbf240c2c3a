import type { Recording } from '@saathi/contract/video/socket'
import { useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Icon } from '#core/ui/icon.tsx'
import { record } from '#core/ui/icons.ts'
import css from './call-head.module.css'

/** The recording indicator for everyone. Start and end are announced; the seconds are not. */
export function RecordChip({ recording: { state, since }, wasRecorded }: { recording: Recording; wasRecorded: boolean }) {
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
