import type { TextKey } from '@saathi/contract/texts'
import { useText } from '#core/i18n/texts.tsx'
import css from './suggestions.module.css'

const keys: readonly TextKey[] = ['chat.assistant.suggest.call', 'chat.assistant.suggest.due', 'chat.assistant.suggest.person']

/** The most frequent questions to the assistant, sent with one tap. */
export function Suggestions({ onChoose }: { onChoose: (question: string) => void }) {
  const t = useText()
  return (
    <div className={css.row} role="group" aria-label={t('chat.assistant.suggestions')}>
      {keys.map((key) => (
        <button key={key} type="button" className={css.one} onClick={() => onChoose(t(key))}>
          {t(key)}
        </button>
      ))}
    </div>
  )
}
