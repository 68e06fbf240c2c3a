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
import { useSessionContext } from './journey.ts'
import { rememberStep } from './remembered.ts'
import { titleOf } from './session-card.tsx'
import { StepCard } from './step-card.tsx'
import { StepHeader } from './step-header.tsx'
import { StepNav } from './step-nav.tsx'
import css from './step-player.module.css'
import { StepTrouble } from './step-trouble.tsx'
import { stepTitleOf } from './step-title.ts'
import type { Way } from './swipe.ts'
import { usePreloadedPictures } from './use-preloaded-pictures.ts'
import { useSaving } from './use-saving.ts'
import { useStepKeys } from './use-step-keys.ts'
import { useWalk } from './use-walk.ts'

type StepPlayerProps = {
  session: SessionDetail
  step: Step
  /** The address has not followed yet; what comes meanwhile waits for it. */
  isTurning: boolean
  /** Shown at once; `follow` then lets the address come after. */
  onTurned: (step: number, follow: () => void) => void
}

export function StepPlayer({ session, step, isTurning, onTurned }: StepPlayerProps) {
  const t = useText()
  const isLight = useDataLight()
  const steps = session.sessionSteps
  const place = steps.findIndex(({ id }) => id === step.id)
  const [previous, next] = [steps[place - 1], steps[place + 1]]
  const { mentorship, isReadOnly } = useSessionContext()
  const way = useWayHere(place)
  const walk = useWalk(session.id, step.id)
  const saving = useSaving(session)
  const waiting = useRef<[Way, boolean] | null>(null)
  usePreloadedPictures(next)
  usePageShown(step.id)
  const isLookedUp = isReadOnly || isOwnDone(session)
  useEffect(() => {
    // Who only looks something up is not taken back there, nor who has left before it was drawn.
    return isLookedUp ? undefined : afterPaint(() => rememberStep(session.id, step.id, mentorship))
  }, [session.id, step.id, mentorship, isLookedUp])

  const isOpen = (towards: Way) => towards === 'back' || (next !== undefined && (isReadOnly || mayGoForward(step)))

  /**
   * `isRepeated`: the second tap of a double one, or a key held down. It neither completes a step that nobody has seen nor
   * leaves the session.
   */
  function turn(towards: Way, isRepeated = false) {
    const isFree = towards === 'forward' ? isReadOnly || step.status === 'COMPLETED' : previous !== undefined
    if (isTurning) return void (waiting.current = [towards, isRepeated])
    if (!isOpen(towards) || (isRepeated && !isFree)) return
    if (towards === 'back') return previous ? walk.goBackTo(previous.id) : walk.leave()
    if (!next) return
    if (!isReadOnly && step.status !== 'COMPLETED') void saving.save(step.id)
    else if (saving.unsaved.length > 0) void saving.save()
    onTurned(next.id, () => walk.goTo(next.id))
  }
  useStepKeys(turn)
  const turnNow = useEffectEvent(turn)
  useEffect(() => {
    const held = waiting.current
    if (isTurning || !held) return
    waiting.current = null
    turnNow(...held)
  }, [isTurning])

  return (
    <div className={classNames(css.player, own.page)}>
      <AreaTitle of={`${stepTitleOf(step)} · ${titleOf(session)}`} />
      <div className={css.banner} style={{ backgroundColor: session.color }} aria-hidden="true">
        {session.banner && !isLight && <img src={session.banner} alt="" decoding="async" />}
      </div>
      <StepHeader session={session} place={place} onLeave={walk.leave} />
      <p className="sr" role="status">
        {t('learning.step.place', { number: place + 1, total: steps.length })}
      </p>
      <StepTrouble session={session} trouble={saving.trouble} linkState={walk.next} onRetry={() => void saving.save()} />
      <StepCard
        key={step.id}
        session={session}
        step={step}
        number={place + 1}
        way={way}
        unsaved={saving.unsaved}
        linkState={walk.next}
        isOpen={isOpen}
        onSwipe={turn}
      />
      <StepNav session={session} step={step} isLast={!next} unsaved={saving.unsaved} onTurn={turn} onSave={saving.save} />
    </div>
  )
}

/** Which way one came to the step that is shown; neither for the first. */
function useWayHere(place: number): Way | undefined {
  const [here, setHere] = useState<{ place: number; way: Way | undefined }>({ place, way: undefined })
  if (here.place !== place) setHere({ place, way: place < here.place ? 'back' : 'forward' })
  return here.way
}
