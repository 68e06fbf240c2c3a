import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Note } from '#core/ui/note.tsx'
import { mustConfirm } from './confirm-first.tsx'

/** Why an act failed: the server's own sentence if it refused, otherwise what to do. */
export function RefusalNote({ error }: { error: Error | null }) {
  const t = useText()
  if (!error || mustConfirm(error)) return null
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401
  return (
    <Note tone="bad" live="alert">
      {isRefused ? error.message : t(errorTextKey(error))}
    </Note>
  )
}
