import { isUnreachable } from '#core/api-error.ts'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { offline } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'

const wasStopped = (error: Error): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Explains why the stage is not sent yet, and that nothing is lost. */
export function StageTrouble({ error }: { error: Error }) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  if (wasStopped(error)) {
    return (
      <Note tone="info" live="status">
        {t('surveys.trouble.stopped')}
      </Note>
    )
  }
  if (isUnreachable(error) && isOffline) {
    return (
      <Note tone="warn" icon={offline} live="alert">
        {t('surveys.trouble.offline')}
      </Note>
    )
  }
  return (
    <Note tone="bad" live="alert">
      {t(errorTextKey(error))} {t('surveys.trouble.kept')}
    </Note>
  )
}
