import { useEffect, useEffectEvent, useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { star, starFilled } from '#core/ui/icons.ts'
import css from './star-rating.module.css'

const stars = [1, 2, 3, 4, 5] as const

type StarRatingProps = { value: number; onRate: (value: number) => void }

/** Radio buttons below the stars: arrow keys move, digits choose, nothing is selected at first. */
export function StarRating({ value, onRate }: StarRatingProps) {
  const t = useText()
  const name = useId()
  useDigits(onRate)
  return (
    <fieldset className={css.rating} role="radiogroup">
      <legend className={css.legend}>{t('learning.feedback.stars')}</legend>
      <div className={css.stars}>
        {stars.map((count) => (
          <label key={count} className={css.star} data-lit={count <= value}>
            <input type="radio" name={name} value={count} checked={count === value} onChange={() => onRate(count)} />
            <Icon of={count <= value ? starFilled : star} size={40} />
            <span className="sr">
              {t('learning.feedback.star', { count })}, {t(`learning.feedback.word${count}`)}
            </span>
          </label>
        ))}
      </div>
      <p className={css.word} aria-hidden="true">
        <Word value={value} />
      </p>
    </fieldset>
  )
}

function Word({ value }: { value: number }) {
  const t = useText()
  const chosen = stars.find((count) => count === value)
  return chosen === undefined ? '\u00a0' : t(`learning.feedback.word${chosen}`)
}

/** Digits work everywhere on the page except in fields. */
function useDigits(onRate: (value: number) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest('textarea, select, [contenteditable]')) return
    const chosen = stars.find((count) => String(count) === event.key)
    if (chosen !== undefined) onRate(chosen)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
