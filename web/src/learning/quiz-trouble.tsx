import { isUnreachable } from '#core/api-error.ts'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { offline } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { closedText, isRefusedWith } from './session-queries.ts'

const wasStopped = (error: Error): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Explains why the answers are not sent yet, and that nothing is lost. */
export function QuizTrouble({ error }: { error: Error }) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  if (wasStopped(error)) {
    return (
      <Note tone="info" live="status">
        {t('learning.quiz.trouble.stopped')}
      </Note>
    )
  }
  if (isUnreachable(error) && isOffline) {
    return (
      <Note tone="warn" icon={offline} live="alert">
        {t('learning.quiz.trouble.offline')}
      </Note>
    )
  }
  const final = isRefusedWith(error, 'learning.retake_not_allowed') ? 'learning.quiz.retakeNotAllowed' : closedText(error)
  if (final) {
    return (
      <Note tone="calm" live="alert">
        {t(final)}
      </Note>
    )
  }
  return (
    <Note tone="bad" live="alert">
      {t(errorTextKey(error))} {t('learning.quiz.trouble.kept')}
    </Note>
  )
}
