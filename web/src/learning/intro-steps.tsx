import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { check } from '#core/ui/icons.ts'
import css from './intro-steps.module.css'
import { resumeStepOf } from './remembered.ts'
import { stepLink } from './session-address.ts'
import { stepTitleOf } from './step-title.ts'
import { afterIntro } from './use-walk.ts'

type StepState = 'done' | 'now' | 'next'

/** The steps on their thread. Once the session is begun, each may be opened. */
export function IntroSteps({ session }: { session: SessionDetail }) {
  const t = useText()
  const headId = useId()
  const isBegun = session.sessionStatus !== 'NOT_STARTED'
  const resume = session.sessionStatus === 'ONGOING' ? resumeStepOf(session) : undefined
  return (
    <section aria-labelledby={headId}>
      <h2 id={headId} className={css.head}>
        {t('learning.intro.steps')}
      </h2>
      {session.sessionSteps.length === 0 ? (
        <p className={css.none}>{t('learning.intro.noSteps')}</p>
      ) : (
        <ol className={css.steps}>
          {session.sessionSteps.map((step, place) => (
            <Item
              key={step.id}
              step={step}
              number={place + 1}
              state={step.status === 'COMPLETED' ? 'done' : step.id === resume ? 'now' : 'next'}
              session={isBegun ? session.id : undefined}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

/** `session` only where the step may be opened. */
type ItemProps = { step: Step; number: number; state: StepState; session: number | undefined }

function Item({ step, number, state, session }: ItemProps) {
  const t = useText()
  const title = stepTitleOf(step)
  return (
    <li className={css[state]} aria-current={state === 'now' ? 'step' : undefined}>
      <b className={css.bead} aria-hidden="true">
        {state === 'done' ? <Icon of={check} size={18} /> : number}
      </b>
      <span className={css.title}>
        {session === undefined ? (
          title
        ) : (
          <Link {...stepLink(session, step.id)} state={afterIntro}>
            {title}
          </Link>
        )}
        <span className="sr">, {t(`learning.bead.${state}`)}</span>
      </span>
      <span className={css.time}>{t('learning.minutes', { minutes: Math.ceil(step.duration) })}</span>
    </li>
  )
}
