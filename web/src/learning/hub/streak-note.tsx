import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import { useText } from '#core/i18n/texts.tsx'
import { flame } from '#core/ui/icons.ts'
import { Icon } from '#core/ui/icon.tsx'
import { twoDigits } from '../unlock.ts'
import css from './streak-note.module.css'

/** How many weeks in a row had enough quizzes, and how to keep it up. */
export function StreakNote({ weeks, isMaintained, quizzesPerWeek: count }: NonNullable<NextFacts['streak']>) {
  const t = useText()
  const title = t('mentorship.streak', { count: twoDigits(weeks) })
  return (
    <section className={css.streak} aria-label={title} data-paused={!isMaintained || undefined}>
      <span className={css.sign}>
        <Icon of={flame} size={22} />
      </span>
      <p>
        <b>{title}</b>
        <small>{t(isMaintained ? 'mentorship.streak.kept' : 'mentorship.streak.lost', { count })}</small>
      </p>
    </section>
  )
}
