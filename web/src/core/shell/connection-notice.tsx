import { useConnection } from '#core/connection.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { usePageStanding } from '#core/offline/page-status.ts'
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
          {t(connection === 'offline' ? 'shell.offline' : 'shell.unreachable')} <Standing />
        </Note>
      )}
    </div>
  )
}

/** Of the page that is open: that it is old, or was never kept. Read out with the page, and not each time one part of it comes. */
function Standing() {
  const t = useText()
  const language = useLanguage()
  const standing = usePageStanding()
  if (standing === null) return null
  return (
    <span aria-live="off">
      {standing === 'unsaved'
        ? t('offline.unsaved')
        : t('offline.age', { when: dayAndTime(new Date(standing).toISOString(), language) })}
    </span>
  )
}
