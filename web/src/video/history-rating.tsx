import type { MeetingHistoryItem } from '@saathi/contract/video/entities'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Icon } from '#core/ui/icon.tsx'
import { smile } from '#core/ui/icons.ts'
import css from './history-rating.module.css'
import { useRateSummary } from './queries.ts'
import { Face, levels } from './rating-faces.tsx'

type HistoryRatingProps = { item: MeetingHistoryItem; when: string }

/** Shows the current rating as a face; clicking it opens all five. */
export function HistoryRating({ item: { meetingRecordingId, rating }, when }: HistoryRatingProps) {
  const t = useText()
  const { id } = useProfile()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending, isError, variables } = useRateSummary(id)
  const shown = isPending ? (variables?.mark ?? rating) : rating

  function close() {
    setOpen(false)
    button.current?.focus()
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
  }
  function handleRate(mark: number) {
    close()
    mutate({ meetingRecordingId, mark })
  }

  return (
    <div className={css.rating}>
      <button
        ref={button}
        type="button"
        className={css.face}
        aria-expanded={isOpen}
        aria-label={shown === null ? t('video.history.rate', { when }) : t('video.history.rated', { when, level: shown })}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={handleKeyDown}
      >
        {shown === null ? <Icon of={smile} size={22} /> : <Face rating={shown} />}
      </button>
      {isOpen && (
        <div className={css.faces} role="group" aria-label={t('video.rating.accuracy')}>
          {levels.map((level) => (
            <button
              key={level}
              type="button"
              className={css.face}
              aria-label={t(`video.rating.level.${level}`)}
              aria-pressed={level === rating}
              onClick={() => handleRate(level)}
              onKeyDown={handleKeyDown}
            >
              <Face rating={level} />
            </button>
          ))}
        </div>
      )}
      <span className={css.trouble} role="status">
        {isError && t('video.history.rateFailed')}
      </span>
    </div>
  )
}
