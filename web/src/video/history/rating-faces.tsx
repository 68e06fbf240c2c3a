import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import css from './rating-faces.module.css'

export const levels = [1, 2, 3, 4, 5] as const

/** Drawn as SVG: not every device has an emoji font. */
const head = 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0zM9 9.3v.6M15 9.3v.6'
const mouths = {
  1: 'M8 16.8c1.9-3.4 6.1-3.4 8 0',
  2: 'M8.5 16c1.8-1.7 5.2-1.7 7 0',
  3: 'M8.5 15h7',
  4: 'M8.5 14c1.8 1.9 5.2 1.9 7 0',
  5: 'M7.5 13.3h9c-.5 5-8.5 5-9 0z',
} as const

export const Face = ({ rating }: { rating: number }) => (
  <Icon of={`${head}${mouths[levels.find((level) => level === rating) ?? 3]}`} size={28} />
)

type RatingFacesProps = { question: string; value: number | null; onRate: (value: number) => void }

/** Radio inputs under the faces, for arrow key navigation. */
export function RatingFaces({ question, value, onRate }: RatingFacesProps) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className={css.scale} role="radiogroup">
      <legend className={css.question}>{question}</legend>
      <div className={css.levels}>
        {levels.map((level) => (
          <label key={level} className={css.level}>
            <input type="radio" name={name} value={level} checked={level === value} onChange={() => onRate(level)} />
            <Face rating={level} />
            <span className="sr">{t(`video.rating.level.${level}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
