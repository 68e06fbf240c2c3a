import { QUIZZES_PER_WEEK } from '@saathi/contract/mentorship/streak'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { flame } from '#core/ui/icons.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { HomeFailed, progressQuery, streakWords } from '#mentorship/public.ts'
import css from './streak-card.module.css'

type StreakCardProps = { mentorship: number; now: Date }

/** The home's streak in the calendar's layout. */
export function StreakCard({ mentorship, now }: StreakCardProps) {
  const t = useText()
  const progress = useQuery(progressQuery(mentorship))
  if (progress.data) {
    const { title, text, isMaintained } = streakWords(progress.data, now, t)
    const done = Math.min(progress.data.quizzesThisWeek, QUIZZES_PER_WEEK)
    return (
      <section className={classNames(css.card, isMaintained && css.kept)} aria-label={title}>
        <span className={css.flame}>
          <Icon of={flame} size={28} />
        </span>
        <div className={css.words}>
          <h3>{title}</h3>
          <p>{text}</p>
          <p>{t('calendar.streak.week', { done, of: QUIZZES_PER_WEEK })}</p>
          <span className={css.week} aria-hidden="true">
            {Array.from({ length: QUIZZES_PER_WEEK }, (_, place) => (
              <i key={place} data-on={place < done} />
            ))}
          </span>
        </div>
      </section>
    )
  }
  if (progress.error) return <HomeFailed small level={4} title={t('calendar.streak.failed')} asked={progress} />
  return (
    <SkeletonGroup label={t('calendar.streak.loading')}>
      <Skeleton shape="block" height="80px" />
    </SkeletonGroup>
  )
}
