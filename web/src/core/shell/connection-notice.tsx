import { useConnection } from '#core/connection.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { usePageStatus } from '#core/offline/page-status.ts'
import { offline } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import css from './connection-notice.module.css'

/** The live region is always rendered, so that screen readers announce the note. */
export function ConnectionNotice() {
  const t = useText()
  const connection = useConnection()
  return (
    <div className={css.region} role="status">
      {connection !== 'online' && (
        <Note tone="warn" icon={offline} className={css.note}>
          {t(connection === 'offline' ? 'shell.offline' : 'shell.unreachable')} <PageStatusText />
        </Note>
      )}
    </div>
  )
}

/** Says that the page is old, or is not available offline. Not announced for each part that loads. */
function PageStatusText() {
  const t = useText()
  const language = useLanguage()
  const status = usePageStatus()
  if (status === null) return null
  return (
    <span aria-live="off">
      {status === 'unsaved'
        ? t('offline.unsaved')
        : t('offline.age', { when: dayAndTime(new Date(status).toISOString(), language) })}
    </span>
  )
}
