import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import type { FeedFilter } from './filter.ts'
import { FilterForm } from './filter-form.tsx'
import css from './filter-form.module.css'

type FilterPanelProps = {
  id: string
  filter: FeedFilter
  /** Opened by a press, rather than open from the start. */
  takesFocus: boolean
  onApply: (filter: FeedFilter) => void
  onClose: () => void
}

/** Next to the posts if there is room: it covers nothing, so it can stay open while reading. */
export function FilterPanel({ id, filter, takesFocus, onApply, onClose }: FilterPanelProps) {
  const t = useText()
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)

  useEffect(() => {
    if (takesFocus) panel.current?.focus()
  }, [takesFocus])

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
  }

  return (
    <Card
      id={id}
      ref={(element) => void (panel.current = element)}
      className={css.panel}
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={handleKeyDown}
    >
      <h2 id={titleId}>{t('feed.filter')}</h2>
      <FilterForm filter={filter} onApply={onApply} />
    </Card>
  )
}
