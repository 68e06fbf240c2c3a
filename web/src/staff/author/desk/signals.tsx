import type { LearnerSignal } from '@saathi/contract/content/desk-calls'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import css from './desk.module.css'

/** Where many learners struggle: perhaps because of the content. */
export function Signals({ signals }: { signals: readonly LearnerSignal[] }) {
  const t = useText()
  return (
    <>
      <ul className={css.signals}>
        {signals.map((signal) => (
          <li key={`${signal.key} ${signal.step} ${signal.type === 'question' ? signal.question : ''}`}>
            <Signal signal={signal} />
          </li>
        ))}
      </ul>
      <p className={css.small}>{t('staff.content.desk.counted')}</p>
    </>
  )
}

function Signal({ signal }: { signal: LearnerSignal }) {
  const t = useText()
  const { key: sessionKey, title, step, stepTitle, percent } = signal
  const link = { to: '/staff/content/session/$sessionKey', params: { sessionKey } } as const
  if (signal.type === 'step')
    return (
      <>
        <p dir="auto">{t('staff.content.desk.stop', { title, step: stepTitle, percent })}</p>
        <ButtonLink kind="line" size="sm" render={<Link {...link} search={{ step }} />}>
          {t('staff.content.desk.openStep')}
        </ButtonLink>
      </>
    )
  const { quiz, question, number } = signal
  return (
    <>
      <p dir="auto">{t('staff.content.desk.hard', { title, step: stepTitle, number, percent })}</p>
      <ButtonLink kind="line" size="sm" render={<Link {...link} search={{ tab: 'quiz', step, quiz, question }} />}>
        {t('staff.content.desk.openQuestion')}
      </ButtonLink>
    </>
  )
}
