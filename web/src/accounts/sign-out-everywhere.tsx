import { useEffect, useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { checkUnsent } from '#core/shell/check-unsent.ts'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/dialog.tsx'
import { Note } from '#core/ui/note.tsx'
import { useSignOutEverywhere } from './profile-queries.ts'

type Props = { open: boolean; hasChanges: boolean; onClose: () => void }

export function SignOutEverywhere({ open, hasChanges, onClose }: Props) {
  const t = useText()
  const leaving = useSignOutEverywhere()
  const [isUnsent, setUnsent] = useState(false)

  useEffect(() => {
    if (!open) return undefined
    let isCurrent = true
    void checkUnsent().then((found) => isCurrent && setUnsent(found))
    return () => {
      isCurrent = false
      // The answer may have changed by the next time.
      setUnsent(false)
    }
  }, [open])

  function handleClose() {
    leaving.reset()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={handleClose}
      blocking={leaving.isPending}
      title={t('profile.everywhere.ask')}
      text={t('profile.everywhere.text')}
      actions={
        <>
          <Button kind="line" onClick={handleClose}>
            {t('profile.everywhere.no')}
          </Button>
          <Button kind="danger" busy={leaving.isPending} busyLabel={t('profile.signIns.ending')} onClick={() => leaving.mutate()}>
            {t('profile.everywhere')}
          </Button>
        </>
      }
    >
      {hasChanges && <Note tone="warn">{t('profile.everywhere.unsaved')}</Note>}
      {open && isUnsent && <Note tone="warn">{t('shell.unsent.text')}</Note>}
      {leaving.isError && (
        <Note tone="bad" live="alert">
          {t(errorTextKey(leaving.error))}
        </Note>
      )}
    </Dialog>
  )
}
