import { useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/dialog.tsx'

type UnsentDialogProps = { open: boolean; onAnswer: (leaves: boolean) => void }

/** One dialog for all domains; the pages themselves show what is unsent. */
export function UnsentDialog({ open, onAnswer }: UnsentDialogProps) {
  const t = useText()
  // Enter must not discard what was written.
  const stayButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={t('shell.unsent.title')}
      text={t('shell.unsent.text')}
      initialFocus={stayButton}
      actions={
        <>
          <Button kind="line" onClick={() => onAnswer(true)}>
            {t('shell.unsent.leave')}
          </Button>
          <Button ref={stayButton} kind="primary" onClick={() => onAnswer(false)}>
            {t('shell.unsent.stay')}
          </Button>
        </>
      }
    />
  )
}
