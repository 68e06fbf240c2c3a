import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Note } from '#core/ui/note.tsx'

type StaffOutcomeProps = { action: { isSuccess: boolean; error: Error | null }; done: string }

/** Whoever tries things out wants to see what the server really said. */
export function StaffOutcome({ action: { isSuccess, error }, done }: StaffOutcomeProps) {
  const t = useText()
  if (error)
    return (
      <Note tone="bad" live="alert" title={t('dev.failed')}>
        {t(errorTextKey(error))} {error instanceof ApiError && <code>{error.code}</code>}
      </Note>
    )
  return isSuccess ? (
    <Note tone="ok" live="status">
      {done}
    </Note>
  ) : null
}
