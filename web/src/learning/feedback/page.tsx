import { isOwnDone } from '@saathi/contract/learning/progress'
import { REVIEW_MAX_LENGTH } from '@saathi/contract/learning/session-calls'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, type SyntheticEvent, useId, useState } from 'react'
import allDone from '#art/all-done.svg'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { PushOffer } from '#notices/public.ts'
import css from './page.module.css'
import { AreaTitle } from '../page-states.tsx'
import { useSessionAddress } from '../session/address.ts'
import { useSessionContext } from '../session/context.tsx'
import { useRateSession } from './rating-queries.ts'
import { titleOf } from '../cards/session-card.tsx'
import { SessionGate } from '../session/gate.tsx'
import { closedText, isRefusedWith } from '../session/queries.ts'
import { StarRating } from './star-rating.tsx'

/** The remaining length is shown when fewer characters are left than this. */
const NEAR_THE_END = 200

export function FeedbackPage() {
  const { session } = useSessionAddress()
  return (
    <SessionGate id={session} pending={<FeedbackSkeleton />}>
      {(detail) => <Feedback session={detail} drawing={<FeedbackDrawing />} />}
    </SessionGate>
  )
}

/** `drawing` is shown above the question. */
export function Feedback({ session, drawing }: { session: SessionDetail; drawing: ReactNode }) {
  const t = useText()
  const title = titleOf(session)
  return (
    <div className={css.page}>
      <AreaTitle of={t('learning.feedback.title')} />
      <Card className={css.card}>
        {drawing}
        <header className={css.head}>
          <h1>{t('learning.feedback.title')}</h1>
          <p>{t(isOwnDone(session) ? 'learning.feedback.done' : 'learning.feedback.about', { title })}</p>
        </header>
        <FeedbackForm session={session} />
      </Card>
      {isOwnDone(session) && (
        <Suspense fallback={null}>
          <PushOffer />
        </Suspense>
      )}
    </div>
  )
}

export const FeedbackDrawing = () => <img src={allDone} alt="" width={190} height={142} className={css.drawing} />

function FeedbackForm({ session }: { session: SessionDetail }) {
  const t = useText()
  const router = useRouter()
  const { toHome } = useSessionContext()
  const reasonId = useId()
  // Prefilled with the earlier feedback; read once, so that a refetch does not overwrite typed text.
  const [earlier] = useState(session.feedback)
  const [stars, setStars] = useState(earlier?.rating ?? 0)
  const [review, setReview] = useState(earlier?.review ?? '')
  const { rate, isRating, error } = useRateSession(session, async (isQueued) => {
    showToast(isQueued ? { text: t('outbox.here'), tone: 'info' } : { text: t('learning.feedback.thanks') })
    await router.navigate(toHome())
  })
  const left = REVIEW_MAX_LENGTH - review.length

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault()
    if (stars > 0) rate({ rating: stars, review: review.trim() })
  }

  return (
    <form className={css.form} onSubmit={handleSubmit}>
      {earlier && <Note tone="info">{t('learning.feedback.earlier')}</Note>}
      <StarRating value={stars} onRate={setStars} />
      <Field
        label={t('learning.feedback.review')}
        help={left < NEAR_THE_END ? t('learning.feedback.left', { count: left }) : t('learning.feedback.reviewHelp')}
      >
        <TextArea rows={4} value={review} maxLength={REVIEW_MAX_LENGTH} onChange={({ target }) => setReview(target.value)} />
      </Field>
      {error && !isRating && <Refused session={session.id} error={error} />}
      <Button
        kind="primary"
        size="lg"
        type="submit"
        block
        disabled={stars === 0}
        reasonId={reasonId}
        busy={isRating}
        busyLabel={t('learning.feedback.sending')}
      >
        {t('learning.feedback.submit')}
      </Button>
      {stars === 0 && (
        <p id={reasonId} className={css.reason}>
          {t('learning.feedback.starsFirst')}
        </p>
      )}
      <ButtonLink kind="quiet" render={<Link {...toHome()} />}>
        {t('learning.feedback.notNow')}
      </ButtonLink>
    </form>
  )
}

function Refused({ session, error }: { session: number; error: Error }) {
  const t = useText()
  const { toIntro } = useSessionContext()
  const closed = closedText(error)
  if (closed) {
    return (
      <Note tone="calm" live="alert">
        {t(closed)}
      </Note>
    )
  }
  if (!isRefusedWith(error, 'learning.not_begun')) {
    return (
      <Note tone="bad" live="alert">
        {t('learning.feedback.failed')} {t(errorTextKey(error))}
      </Note>
    )
  }
  const toSession = (
    <ButtonLink kind="line" size="sm" render={<Link {...toIntro(session)} />}>
      {t('learning.feedback.toSession')}
    </ButtonLink>
  )
  return (
    <Note tone="warn" live="alert" action={toSession}>
      {t('learning.feedback.notBegun')}
    </Note>
  )
}

export function FeedbackSkeleton() {
  const t = useText()
  return (
    <div className={css.page}>
      <AreaTitle />
      <Card className={css.card}>
        <SkeletonGroup label={t('learning.session.loading')} className={css.form}>
          <Skeleton shape="block" height="142px" />
          <Skeleton width="70%" height="34px" />
          <Skeleton height="60px" />
          <Skeleton height="120px" />
          <Skeleton height="52px" />
        </SkeletonGroup>
      </Card>
    </div>
  )
}
