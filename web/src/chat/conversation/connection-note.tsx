import { useText } from '#core/i18n/texts.tsx'
import { offline } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import css from './conversation.module.css'
import { useSocketStatus } from '../socket.ts'

/** The live region is always present; otherwise its content would not be announced. */
export function ConnectionNote() {
  const t = useText()
  const status = useSocketStatus()
  return (
    <div role="status">
      {status === 'late' && (
        <Note tone="warn" icon={offline} title={t('chat.lineLost')} className={css.trouble}>
          {t('chat.lineLost.text')}
        </Note>
      )}
    </div>
  )
}
