import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import css from './evidence.module.css'
import { useEraseMessage } from './queries.ts'

/** Erases the reported message for everybody in the conversation. The copy in the case stays. */
export function EraseMessage({ messageId }: { messageId: number }) {
  const t = useText()
  const [isAsking, setAsking] = useState(false)
  const erasing = useEraseMessage(() => setAsking(false))
  if (erasing.isSuccess) {
    return (
      <p className={css.help} role="status">
        {t('staff.safety.eraseDone')}
      </p>
    )
  }
  return (
    <>
      <Button kind="line" size="sm" onClick={() => setAsking(true)}>
        {t('staff.safety.erase')}
      </Button>
      {isAsking && (
        <FormDialog
          action={erasing}
          title={t('staff.safety.eraseTitle')}
          text={t('staff.safety.eraseText')}
          button={t('staff.safety.erase')}
          isDanger
          onClose={() => setAsking(false)}
          onSubmit={() => erasing.mutate(messageId)}
        />
      )}
    </>
  )
}
