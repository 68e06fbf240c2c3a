import { useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/dialog.tsx'

type UnsentQuestionProps = { open: boolean; onAnswer: (leaves: boolean) => void }

/** One question for all rooms: which of them it is about can be seen there. */
export function UnsentQuestion({ open, onAnswer }: UnsentQuestionProps) {
  const t = useText()
  // Enter, pressed in a hurry, must not throw away what was written.
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={t('shell.unsent.title')}
      text={t('shell.unsent.text')}
      initialFocus={stay}
      actions={
        <>
          <Button kind="line" onClick={() => onAnswer(true)}>
            {t('shell.unsent.leave')}
          </Button>
          <Button ref={stay} kind="primary" onClick={() => onAnswer(false)}>
            {t('shell.unsent.stay')}
          </Button>
        </>
      }
    />
  )
}
