import type { CalendarIntegration } from '@saathi/contract/calendar/entities'
import { useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Note } from '#core/ui/note.tsx'
import { useUnlink } from './queries.ts'

type SyncUnlinkProps = { integration: CalendarIntegration | null; onClose: () => void }

export function SyncUnlink({ integration, onClose }: SyncUnlinkProps) {
  const t = useText()
  const unlinking = useUnlink()
  // Keeps its content until the closing animation ends.
  const [last, setLast] = useState(integration)
  if (integration && integration !== last) setLast(integration)
  if (!last) return null
  const { provider, email } = last
  const name = t(`calendar.provider.${provider}`)

  function handleClose() {
    unlinking.reset()
    onClose()
  }

  return (
    <Dialog
      open={integration !== null}
      onClose={handleClose}
      blocking={unlinking.isPending}
      title={t('calendar.unlink', { provider: name })}
      text={t('calendar.unlink.text', { provider: name, email })}
      actions={
        <>
          <Button kind="line" onClick={handleClose} disabled={unlinking.isPending}>
            {t('calendar.unlink.no')}
          </Button>
          <Button
            kind="danger"
            busy={unlinking.isPending}
            busyLabel={t('calendar.unlink.busy')}
            onClick={() => unlinking.mutate({ provider, email }, { onSuccess: onClose })}
          >
            {t('calendar.unlink.yes')}
          </Button>
        </>
      }
    >
      {unlinking.error && (
        <Note tone="bad" live="alert">
          {t('calendar.unlink.failed', { provider: name })} {t(errorTextKey(unlinking.error))}
        </Note>
      )}
    </Dialog>
  )
}
