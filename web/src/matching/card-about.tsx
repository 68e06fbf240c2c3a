import { useId, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import css from './card-about.module.css'

/** About three lines of a card. */
const SHORT_LETTERS = 120

export function CardAbout({ name, about }: { name: string; about: string }) {
  const t = useText()
  const textId = useId()
  const [isOpen, setOpen] = useState(false)
  const isLong = about.length > SHORT_LETTERS
  return (
    <div className={css.about}>
      <h3 className={css.title}>{t('matching.card.about', { name })}</h3>
      <p id={textId} className={isLong && !isOpen ? css.short : css.text} dir="auto">
        {about}
      </p>
      {isLong && (
        <Button
          kind="quiet"
          size="sm"
          className={css.button}
          aria-label={t(isOpen ? 'matching.card.less.of' : 'matching.card.more.of', { name })}
          aria-expanded={isOpen}
          aria-controls={textId}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'matching.card.less' : 'matching.card.more')}
        </Button>
      )}
    </div>
  )
}
