import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Note } from '#core/ui/note.tsx'

type StaffOutcomeProps = {
  action: { isSuccess: boolean; error: Error | null }
  done: string
  /** Texts by error code, if more specific than the one for its status. */
  refusals?: Readonly<Record<string, string>>
}

/** Also shows the server's error code, for trying things out. */
export function StaffOutcome({ action: { isSuccess, error }, done, refusals = {} }: StaffOutcomeProps) {
  const t = useText()
  const code = error instanceof ApiError ? error.code : undefined
  if (error)
    return (
      <Note tone="bad" live="alert" title={t('dev.failed')}>
        {(code && refusals[code]) ?? t(errorTextKey(error))} {code && <code>{code}</code>}
      </Note>
    )
  return isSuccess ? (
    <Note tone="ok" live="status">
      {done}
    </Note>
  ) : null
}
