import { ApiError } from '#core/api-error.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'

/** Why a part was not saved. If somebody else has changed it, the reader decides when to discard their own changes. */
export function PartNote({ error, onReload }: { error: Error | null; onReload: () => void }) {
  const t = useText()
  if (!(error instanceof ApiError && error.code === 'staff.programme_changed')) return <RefusalNote error={error} />
  return (
    <Note
      tone="warn"
      live="alert"
      action={
        <Button size="sm" kind="line" onClick={onReload}>
          {t('staff.programme.reload')}
        </Button>
      }
    >
      {error.message}
    </Note>
  )
}
