import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Note } from '#core/ui/note.tsx'
import '../live.ts'
import { ratingStatusQuery, useRateSummary } from '../queries.ts'
import css from './rating-card.module.css'
import { RatingFaces } from './rating-faces.tsx'

export const THANKS_MS = 3_000

/** Asks for a rating if one is due; shows nothing if the status cannot be loaded. */
export function RatingCard() {
  const t = useText()
  const { id } = useProfile()
  const { data, refetch } = useQuery(ratingStatusQuery(id))
  const [isThanking, setThanking] = useState(false)

  useEffect(() => {
    if (!isThanking) return undefined
    const timer = setTimeout(() => {
      setThanking(false)
      // Another rating may be due.
      void refetch()
    }, THANKS_MS)
    return () => clearTimeout(timer)
  }, [isThanking, refetch])

  if (isThanking)
    return (
      <Note tone="ok" live="status">
        {t('video.rating.thanks')}
      </Note>
    )
  if (!data?.meetingRatingStatus || data.meetingRecordingId === null) return null
  return (
    <DueRating
      key={data.meetingRecordingId}
      meetingRecordingId={data.meetingRecordingId}
      when={data.meetingDateTime}
      onRated={() => setThanking(true)}
    />
  )
}

type DueRatingProps = { meetingRecordingId: number; when: string | null; onRated: () => void }

function DueRating({ meetingRecordingId, when, onRated }: DueRatingProps) {
  const t = useText()
  const language = useLanguage()
  const { id } = useProfile()
  const [mark, setMark] = useState<number | null>(null)
  const { mutate, isPending, error, variables } = useRateSummary(id)
  const isSkipping = isPending && variables?.mark === null
  return (
    <Card className={css.card} aria-label={t('video.rating.title')}>
      <div>
        <h2 className={css.title}>{t('video.rating.title')}</h2>
        {when && (
          <time className={css.about} dateTime={when}>
            {dayAndTime(when, language)}
          </time>
        )}
      </div>
      <RatingFaces question={t('video.rating.accuracy')} value={mark} onRate={setMark} />
      {error && (
        <Note tone="bad" live="alert">
          {t(errorTextKey(error))}
        </Note>
      )}
      <div className={css.actions}>
        <Button
          kind="quiet"
          disabled={isPending}
          busy={isSkipping}
          busyLabel={t('video.rating.sending')}
          onClick={() => mutate({ meetingRecordingId, mark: null })}
        >
          {t('video.rating.skip')}
        </Button>
        <Button
          kind="primary"
          disabled={mark === null || isPending}
          busy={isPending && !isSkipping}
          busyLabel={t('video.rating.sending')}
          onClick={() => mutate({ meetingRecordingId, mark }, { onSuccess: onRated })}
        >
          {t('video.rating.submit')}
        </Button>
      </div>
    </Card>
  )
}
