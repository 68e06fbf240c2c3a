import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { asksForRating, mayGoForward, openSteps, showsDone, showsMentorshipDone } from '@saathi/contract/learning/gate'
import { isOwnDone } from '@saathi/contract/learning/progress'
import { Link, useRouter } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { celebrate } from '#core/moments.ts'
import { handlesSecondPress, isSecondPress } from '#core/second-press.ts'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { back, forward, lock } from '#core/ui/icons.ts'
import { clearStep } from '../session/resume-storage.ts'
import { type SessionContext, useSessionContext } from '../session/context.tsx'
import css from './nav.module.css'
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

type DoneButtonProps = {
  session: SessionDetail
  step: Step
  unsaved: readonly number[]
  onSave: (step?: number) => Promise<Saved>
}

/** Completes the last step and the session, then opens the feedback page. */
function DoneButton({ session, step, unsaved, onSave }: DoneButtonProps) {
  const t = useText()
  const router = useRouter()
  const { mentorship, toFeedback } = useSessionContext()
  const [isFinishing, setFinishing] = useState(false)
  // A ref, because a second tap can come before the button renders as busy.
  const isPressed = useRef(false)

  async function handleDone() {
    if (isPressed.current) return
    isPressed.current = true
    setFinishing(true)
    const saved = await onSave(step.status === 'COMPLETED' ? undefined : step.id)
    // A queued step counts as done; it is sent later.
    if (saved !== 'refused') {
      clearStep(session.id, mentorship)
      await router.navigate(toFeedback(session.id))
      // Otherwise the server's reply triggers the celebration.
      if (saved === 'kept' && !isOwnDone(session)) void celebrate({ session: session.id, mentorship, finish: null })
    }
    isPressed.current = false
    setFinishing(false)
  }

  return (
    <Button
      kind="primary"
      size="lg"
      busy={isFinishing}
      busyLabel={t('learning.step.finishing')}
      disabled={!isFinishing && openBefore(session, step, unsaved).length > 0}
      reasonId={openStepsId}
      onClick={() => void handleDone()}
    >
      {t('learning.step.done')}
    </Button>
  )
}

/** Whether DONE shows on this step. */
export function mayFinish({ mentorship, isReadOnly }: SessionContext, session: SessionDetail, step: Step): boolean {
  if (isReadOnly) return false
  return mentorship === undefined ? showsDone(session, step) : showsMentorshipDone(session, step)
}

/** Whether the link to the rating shows in its place. */
const mayRate = (context: SessionContext, session: SessionDetail, step: Step): boolean =>
  !context.isReadOnly && !mayFinish(context, session, step) && asksForRating(session, step)

/** Id of the list that explains why DONE is disabled. */
export const openStepsId = 'open-steps'

/** Steps that block the last one; steps being sent count as stored. */
export const openBefore = (session: SessionDetail, step: Step, unsaved: readonly number[]): Step[] =>
  openSteps(session.sessionSteps, step.id).filter(({ id }) => !unsaved.includes(id))
