import { useConnection } from '#core/connection.ts'
import { useText } from '#core/i18n/texts.tsx'
import { offline } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import css from './connection-notice.module.css'

/** The live region is always there, so that the note is read out when it comes. */
export function ConnectionNotice() {
  const t = useText()
  const connection = useConnection()
  return (
    <div className={css.region} role="status">
      {connection !== 'online' && (
        <Note tone="warn" icon={offline} className={css.note}>
          {t(connection === 'offline' ? 'shell.offline' : 'shell.unreachable')}
        </Note>
      )}
    </div>
  )
}
