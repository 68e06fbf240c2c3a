import { useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'

type EventDiscardProps = { open: boolean; onAnswer: (leaves: boolean) => void }

export function EventDiscard({ open, onAnswer }: EventDiscardProps) {
  const t = useText()
  // Escape followed by Enter must not discard the draft.
  const stayRef = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={t('calendar.unsaved')}
      text={t('calendar.unsaved.text')}
      initialFocus={stayRef}
      actions={
        <>
          <Button kind="line" onClick={() => onAnswer(true)}>
            {t('calendar.unsaved.leave')}
          </Button>
          <Button ref={stayRef} kind="primary" onClick={() => onAnswer(false)}>
            {t('calendar.unsaved.stay')}
          </Button>
        </>
      }
    />
  )
}
