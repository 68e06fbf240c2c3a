import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { mayGoForward } from '@saathi/contract/learning/gate'
import { isOwnDone } from '@saathi/contract/learning/progress'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { usePageShown } from '#core/second-press.ts'
import { classNames } from '#core/ui/class-names.ts'
import { afterPaint } from './after-paint.ts'
import { AreaTitle } from './area-title.tsx'
import own from '#core/ui/own-bar.module.css'
import { useSessionContext } from './session-context.ts'
import { storeStep } from './resume-storage.ts'
import { titleOf } from './session-card.tsx'
import { StepCard } from './step-card.tsx'
import { StepHeader } from './step-header.tsx'
import { StepNav } from './step-nav.tsx'
import css from './step-player.module.css'
import { StepTrouble } from './step-trouble.tsx'
import { stepTitleOf } from './step-title.ts'
import type { Direction } from './swipe.ts'
import { usePreloadedPictures } from './use-preloaded-pictures.ts'
import { useSaving } from './use-saving.ts'
import { useStepKeys } from './use-step-keys.ts'
import { useStepHistory } from './use-step-history.ts'

type StepPlayerProps = {
  session: SessionDetail
  step: Step
  /** The address has not caught up yet; further turns wait for it. */
  isTurning: boolean
  /** Shows the step immediately; `follow` updates the address later. */
  onTurned: (step: number, follow: () => void) => void
}

export function StepPlayer({ session, step, isTurning, onTurned }: StepPlayerProps) {
  const t = useText()
  const isLight = useDataLight()
  const steps = session.sessionSteps
  const place = steps.findIndex(({ id }) => id === step.id)
  const [previous, next] = [steps[place - 1], steps[place + 1]]
  const { mentorship, isReadOnly } = useSessionContext()
  const lastTurn = useDirection(place)
  const history = useStepHistory(session.id, step.id)
  const saving = useSaving(session)
  const pendingTurn = useRef<[Direction, boolean] | null>(null)
  usePreloadedPictures(next)
  usePageShown(step.id)
  const isReview = isReadOnly || isOwnDone(session)
  useEffect(() => {
    // Do not store the position of a finished or read-only session, or of a step left before it was painted.
    return isReview ? undefined : afterPaint(() => storeStep(session.id, step.id, mentorship))
  }, [session.id, step.id, mentorship, isReview])

  const isOpen = (direction: Direction) => direction === 'back' || (next !== undefined && (isReadOnly || mayGoForward(step)))

  /**
   * `isRepeated`: the second tap of a double tap, or a held key. It must not complete a step nobody has seen, nor leave the
   * session.
   */
  function turn(direction: Direction, isRepeated = false) {
    const isFree = direction === 'forward' ? isReadOnly || step.status === 'COMPLETED' : previous !== undefined
    if (isTurning) return void (pendingTurn.current = [direction, isRepeated])
    if (!isOpen(direction) || (isRepeated && !isFree)) return
    if (direction === 'back') return previous ? history.goBackTo(previous.id) : history.leave()
    if (!next) return
    if (!isReadOnly && step.status !== 'COMPLETED') void saving.save(step.id)
    else if (saving.unsaved.length > 0) void saving.save()
    onTurned(next.id, () => history.goTo(next.id))
  }
  useStepKeys(turn)
  const turnNow = useEffectEvent(turn)
  useEffect(() => {
    const pending = pendingTurn.current
    if (isTurning || !pending) return
    pendingTurn.current = null
    turnNow(...pending)
  }, [isTurning])

  return (
    <div className={classNames(css.player, own.page)}>
      <AreaTitle of={`${stepTitleOf(step)} · ${titleOf(session)}`} />
      <div className={css.banner} style={{ backgroundColor: session.color }} aria-hidden="true">
        {session.banner && !isLight && <img src={session.banner} alt="" decoding="async" />}
      </div>
      <StepHeader session={session} place={place} onLeave={history.leave} />
      <p className="sr" role="status">
        {t('learning.step.place', { number: place + 1, total: steps.length })}
      </p>
      <StepTrouble session={session} trouble={saving.trouble} linkState={history.next} onRetry={() => void saving.save()} />
      <StepCard
        key={step.id}
        session={session}
        step={step}
        number={place + 1}
        direction={lastTurn}
        unsaved={saving.unsaved}
        linkState={history.next}
        isOpen={isOpen}
        onSwipe={turn}
      />
      <StepNav session={session} step={step} isLast={!next} unsaved={saving.unsaved} onTurn={turn} onSave={saving.save} />
    </div>
  )
}

/** The direction of the last page turn; undefined for the first step. */
function useDirection(place: number): Direction | undefined {
  const [here, setHere] = useState<{ place: number; direction: Direction | undefined }>({ place, direction: undefined })
  if (here.place !== place) setHere({ place, direction: place < here.place ? 'back' : 'forward' })
  return here.direction
}
