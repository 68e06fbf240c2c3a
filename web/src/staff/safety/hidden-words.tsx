import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { eye } from '#core/ui/icons.ts'
import css from './hidden-words.module.css'

const WIDTHS = [22, 14, 26, 18, 30]

/** Bars in place of a text, which is not in the page at all. */
export function HiddenBars({ label }: { label: string }) {
  return (
    <span className={css.bars} role="img" aria-label={label}>
      {WIDTHS.map((width) => (
        <i key={width} style={{ inlineSize: `${width}%` }} />
      ))}
    </span>
  )
}

/** A reporter's text to the desk, hidden until requested. */
export function HiddenWords({ words, label }: { words: string; label: string }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  if (isShown) {
    return (
      <p className={css.words} dir="auto">
        {words}
      </p>
    )
  }
  return (
    <span className={css.hidden}>
      <HiddenBars label={label} />
      <Button kind="quiet" size="sm" onClick={() => setShown(true)}>
        <Icon of={eye} size={16} /> {t('staff.safety.showWords')}
      </Button>
    </span>
  )
}
