import type { VideoRoom } from '@saathi/contract/video/entities'
import type { Recording } from '@saathi/contract/video/socket'
import type { ReactNode } from 'react'
import css from './call-head.module.css'
import { RecordChip } from './record-chip.tsx'
import { useFocusOnShow } from './use-focus-on-show.ts'

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
