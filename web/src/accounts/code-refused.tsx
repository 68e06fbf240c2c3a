import { useText } from '#core/i18n/texts.tsx'
import { FailureNote } from './failure-note.tsx'
import css from './way-in-frame.module.css'

/** At the last step a code that no longer serves would be a dead end without the way to a new one. */
export function CodeRefused({ text, onNewCode }: { text: string; onNewCode: () => void }) {
  const t = useText()
  return (
    <FailureNote text={text} live="status">
      <button type="button" className={css.textButton} onClick={onNewCode}>
        {t('newPassword.newCode')}
      </button>
    </FailureNote>
  )
}
