import { useText } from '#core/i18n/texts.tsx'
import { FailureNote } from './failure-note.tsx'
import css from './auth-frame.module.css'

/** At the last step an expired code would be a dead end without a link to a new one. */
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
