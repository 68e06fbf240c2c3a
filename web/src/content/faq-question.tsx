import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { down } from '#core/ui/icons.ts'
import { RichText } from '#core/ui/rich-text.tsx'
import css from './faq-page.module.css'
import type { Question } from './faq-topics.ts'

type FaqQuestionProps = { question: Question; isOpen: boolean; onToggle: () => void }

export function FaqQuestion({ question: { id, question, answer }, isOpen, onToggle }: FaqQuestionProps) {
  const t = useText()
  const answerId = `${id}-answer`
  return (
    <div className={css.item}>
      <h3>
        <button type="button" id={id} className={css.question} aria-expanded={isOpen} aria-controls={answerId} onClick={onToggle}>
          {question}
          <Icon of={down} className={css.arrow} />
        </button>
      </h3>
      <div id={answerId} className={css.answer} hidden={!isOpen}>
        <RichText text={answer} level={3} linkHint={t('content.newTab')} />
      </div>
    </div>
  )
}
