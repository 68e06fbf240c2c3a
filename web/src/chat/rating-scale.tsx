import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import css from './rating-scale.module.css'

const levels = [1, 2, 3, 4, 5] as const

type RatingScaleProps = { question: string; value: number | null; onRate: (value: number) => void }

/** Radio inputs, so that arrow keys work. */
export function RatingScale({ question, value, onRate }: RatingScaleProps) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className={css.scale} role="radiogroup">
      <legend className={css.question}>{question}</legend>
      <div className={css.levels}>
        {levels.map((level) => (
          <label key={level} className={css.level}>
            <input type="radio" name={name} value={level} checked={level === value} onChange={() => onRate(level)} />
            <span aria-hidden="true">{level}</span>
            <span className="sr">{t('chat.rating.level', { level })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
