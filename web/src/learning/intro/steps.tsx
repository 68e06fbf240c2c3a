import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { check } from '#core/ui/icons.ts'
import css from './steps.module.css'
import { useSessionContext } from '../session/context.tsx'
import { resumeStepOf } from '../session/resume-storage.ts'
import { stepTitleOf } from '../step/title.ts'
import { afterIntro } from '../step/use-step-history.ts'

type StepState = 'done' | 'now' | 'next'

type IntroStepsProps = {
  session: SessionDetail
  /** Whether the steps are links; by default once the session is started. */
  isOpen?: boolean
  /** The people who have reached a step. */
  renderFaces?: (step: Step) => ReactNode
}

/** The list of steps. */
export function IntroSteps({ session, isOpen = session.sessionStatus !== 'NOT_STARTED', renderFaces }: IntroStepsProps) {
  const t = useText()
  const headId = useId()
  const { mentorship } = useSessionContext()
  const resume = session.sessionStatus === 'ONGOING' ? resumeStepOf(session, mentorship) : undefined
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
              session={isOpen ? session.id : undefined}
              faces={renderFaces?.(step)}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

/** `session` is set only when the step can be opened. */
type ItemProps = { step: Step; number: number; state: StepState; session: number | undefined; faces: ReactNode }

function Item({ step, number, state, session, faces }: ItemProps) {
  const t = useText()
  const { toStep } = useSessionContext()
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
          <Link {...toStep(session, step.id)} state={afterIntro}>
            {title}
          </Link>
        )}
        <span className="sr">, {t(`learning.bead.${state}`)}</span>
        {faces}
      </span>
      <span className={css.time}>{t('learning.minutes', { minutes: Math.ceil(step.duration) })}</span>
    </li>
  )
}
