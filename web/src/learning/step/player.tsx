import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { mayGoForward } from '@saathi/contract/learning/gate'
import { isOwnDone, progressPercent } from '@saathi/contract/learning/progress'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { usePageShown } from '#core/second-press.ts'
import { classNames } from '#core/ui/class-names.ts'
import { IconButton } from '#core/ui/icon-button.tsx'
import { close } from '#core/ui/icons.ts'
import own from '#core/ui/own-bar.module.css'
import { afterPaint } from './after-paint.ts'
import { AreaTitle } from '../page-states.tsx'
import { storeStep } from '../session/resume-storage.ts'
import { titleOf } from '../cards/session-card.tsx'
import { useSessionContext } from '../session/context.tsx'
import { StepCard } from './card.tsx'
import stepHeaderCss from './header.module.css'
import { StepNav } from './nav.tsx'
import css from './player.module.css'
import { stepTitleOf } from './title.ts'
import { StepTrouble } from './trouble.tsx'
import type { Direction } from './swipe.ts'
import { useSaving } from './use-saving.ts'
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

/** Preloads the next step's pictures, unless data saving is on. */
function usePreloadedPictures(next: Step | undefined): void {
  const isLight = useDataLight()
  const addresses = (isLight ? [] : (next?.content ?? [])).flatMap(({ localeImage, image }) => localeImage || image || [])
  const all = addresses.join(' ')
  useEffect(() => afterPaint(() => loadPictures(all.split(' ').filter(Boolean))), [all])
}

function loadPictures(addresses: readonly string[]): void {
  for (const address of addresses) {
    const picture = new Image()
    picture.fetchPriority = 'low'
    picture.src = address
  }
}

const directions: Readonly<Record<string, Direction>> = { ArrowRight: 'forward', ArrowLeft: 'back' }
const mirrored: Readonly<Record<Direction, Direction>> = { forward: 'back', back: 'forward' }
/** Elements where the arrow keys have their own meaning. */
const ownArrows =
  'input, textarea, select, video, audio, iframe, [contenteditable], [role="radiogroup"], [role="menu"], [role="slider"]'

/** The arrow keys turn the page everywhere except in fields and behind dialogs. */
function useStepKeys(onKey: (direction: Direction, isRepeated: boolean) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (!direction || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const { target } = event
    if (!(target instanceof Element) || !isOnPage(target)) return
    event.preventDefault()
    onKey(document.dir === 'rtl' ? mirrored[direction] : direction, event.repeat)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isOnPage(target: Element): boolean {
  if (target === document.body) return document.querySelector('[aria-modal="true"]') === null
  return target.closest('main') !== null && target.closest(ownArrows) === null
}

/** Above this number, the gaps between segments would take too much space. */
const MANY = 12

type StepHeaderProps = { session: SessionDetail; place: number; onLeave: () => void }

/** The close button and the progress: one segment per step, and the percentage of time. */
function StepHeader({ session, place, onLeave }: StepHeaderProps) {
  const t = useText()
  const steps = session.sessionSteps
  const percent = progressPercent(session)
  return (
    <div className={stepHeaderCss.header}>
      <IconButton
        icon={close}
        iconSize={22}
        label={t('learning.step.leave')}
        className={stepHeaderCss.leave}
        // Ignore the second of two taps: it was meant for the close button of a quiz at the same position.
        onClick={({ detail }) => detail <= 1 && onLeave()}
      />
      <div
        className={classNames(stepHeaderCss.segments, steps.length > MANY && stepHeaderCss.many)}
        role="progressbar"
        aria-label={t('learning.progressOf', { title: titleOf(session) })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${t('learning.step.place', { number: place + 1, total: steps.length })}`}
      >
        {steps.map(({ id, status }, at) => (
          <i key={id} className={classNames(status === 'COMPLETED' && stepHeaderCss.done, at === place && stepHeaderCss.now)} />
        ))}
      </div>
      <span className={stepHeaderCss.percent} aria-hidden="true">
        {percent}%
      </span>
    </div>
  )
}
