import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { close } from '#core/ui/icons.ts'
import { Thread } from '#core/ui/thread.tsx'
import { type QuizAddress, useQuizWays } from './quiz-address.ts'
import css from './quiz-frame.module.css'

// At a hundred the thread turns green, which is for what has been sent.
const lastBeforeSent = 99

type QuizHeadProps = {
  address: QuizAddress
  /** Of the question that is shown, counted from 1. */
  number: number
  total: number
  countId: string
}

export function QuizHead({ address, number, total, countId }: QuizHeadProps) {
  const t = useText()
  return (
    <header className={css.head}>
      <QuizClose address={address} />
      <Thread
        className={css.thread}
        value={Math.min(lastBeforeSent, (number / total) * 100)}
        label={t('learning.quiz.progress')}
        valueText={t('learning.quiz.place', { number, total })}
      />
      <span className={css.count} id={countId}>
        {t('learning.quiz.count', { number, total })}
      </span>
    </header>
  )
}

export function QuizClose({ address }: { address: QuizAddress }) {
  const t = useText()
  const { toStep } = useQuizWays(address)
  return (
    <Link {...toStep} className={css.close} aria-label={t('learning.quiz.close')}>
      <Icon of={close} size={22} />
    </Link>
  )
}
