import { useText } from '#core/i18n/texts.tsx'
import { offline } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import css from './conversation.module.css'
import { useLine } from './line.ts'

/** The live region is always there; only then is what appears in it read out. */
export function LineTrouble() {
  const t = useText()
  const line = useLine()
  return (
    <div role="status">
      {line === 'late' && (
        <Note tone="warn" icon={offline} title={t('chat.lineLost')} className={css.trouble}>
          {t('chat.lineLost.text')}
        </Note>
      )}
    </div>
  )
}
