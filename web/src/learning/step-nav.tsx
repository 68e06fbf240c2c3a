import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { mayGoForward } from '@saathi/contract/learning/gate'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { isSecondPress, handlesSecondPress } from '#core/second-press.ts'
import { ButtonLink } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { back, forward, lock } from '#core/ui/icons.ts'
import { DoneButton } from './done-button.tsx'
import { useSessionContext } from './session-context.ts'
import { mayFinish, mayRate } from './may-finish.ts'
import css from './step-nav.module.css'
import type { Direction } from './swipe.ts'
import type { Saved } from './use-saving.ts'

type StepNavProps = {
  session: SessionDetail
  step: Step
  isLast: boolean
  unsaved: readonly number[]
  onTurn: (direction: Direction, isRepeated: boolean) => void
  onSave: (step?: number) => Promise<Saved>
}

/** The arrows, and between them the reason why forward is closed, or DONE. */
export function StepNav({ session, step, isLast, unsaved, onTurn, onSave }: StepNavProps) {
  const t = useText()
  const reasonId = useId()
  const context = useSessionContext()
  const isClosed = !context.isReadOnly && !mayGoForward(step)
  return (
    <nav className={css.nav} aria-label={t('learning.step.moves')}>
      <IconButton
        {...handlesSecondPress}
        className={css.arrow}
        icon={back}
        iconSize={26}
        label={t('learning.step.previous')}
        onClick={(event) => onTurn('back', isSecondPress(event.nativeEvent))}
      />
      <div className={css.middle}>
        <p role="status" id={reasonId} className={isClosed ? css.why : 'sr'}>
          {isClosed && <Icon of={lock} size={18} />}
          {isClosed ? t('learning.step.quizFirst') : isLast ? t('learning.step.isLast') : ''}
        </p>
        {mayFinish(context, session, step) && <DoneButton session={session} step={step} unsaved={unsaved} onSave={onSave} />}
        {mayRate(context, session, step) && (
          <ButtonLink kind="primary" size="lg" render={<Link {...context.toFeedback(session.id)} />}>
            {t('learning.step.rate')}
          </ButtonLink>
        )}
      </div>
      <IconButton
        {...handlesSecondPress}
        className={css.arrow}
        icon={forward}
        iconSize={26}
        label={t('learning.step.next')}
        disabled={isLast || isClosed}
        reasonId={reasonId}
        onClick={(event) => onTurn('forward', isSecondPress(event.nativeEvent))}
      />
    </nav>
  )
}
