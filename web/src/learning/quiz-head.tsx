import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { close } from '#core/ui/icons.ts'
import { Thread } from '#core/ui/progress/thread.tsx'
import { type QuizAddress, useQuizLinks } from './quiz-address.ts'
import css from './quiz-frame.module.css'

// The bar turns green at 100, which means submitted.
const lastBeforeSent = 99

type QuizHeadProps = {
  address: QuizAddress
  /** Of the current question, from 1. */
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
  const { toStep } = useQuizLinks(address)
  return (
    <Link {...toStep} className={css.close} aria-label={t('learning.quiz.close')}>
      <Icon of={close} size={22} />
    </Link>
  )
}
