import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { isOwnDone } from '@saathi/contract/learning/progress'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useRef, type PointerEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Note } from '#core/ui/note.tsx'
import { ReadAloud } from '#core/ui/read-aloud.tsx'
import { afterPaint } from './after-paint.ts'
import { mayFinish, openBefore, openStepsId } from './nav.tsx'
import { useSessionContext } from '../session/context.tsx'
import css from './card.module.css'
import { StepContent } from '../content/step-content.tsx'
import stepEndCss from './end.module.css'
import { stepTitleOf } from './title.ts'
import { type Direction, isSideways, SLOP, stretched, directionOf } from './swipe.ts'

type StepCardProps = {
  session: SessionDetail
  step: Step
  number: number
  /** The direction of the page turn; undefined for the first step shown. */
  direction: Direction | undefined
  unsaved: readonly number[]
  linkState: Record<string, unknown>
  isOpen: (direction: Direction) => boolean
  onSwipe: (direction: Direction) => void
}

/** One step. Keyed by step, so that each starts scrolled to its top. */
export function StepCard({ session, step, number, direction, unsaved, linkState, isOpen, onSwipe }: StepCardProps) {
  const t = useText()
  const headId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const whole = useRef<HTMLElement>(null)
  const swipe = useSwipe({ isOpen, onSwipe })

  const arrive = useEffectEvent(() => {
    // After a page turn, start at the heading; on the first load, keep the focus where it is.
    const isNowhere = document.activeElement === document.body || document.activeElement?.id === 'main'
    if (direction || isNowhere) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => afterPaint(arrive), [])

  return (
    // It scrolls by itself, so the keyboard must be able to focus it even if it contains only text.
    <article
      ref={whole}
      className={classNames(css.card, direction && css[direction])}
      aria-labelledby={headId}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be focusable
      tabIndex={0}
      {...swipe}
    >
      <header>
        <p className={css.place}>
          <span>{t('learning.step.place', { number, total: session.sessionSteps.length })}</span>
          <span aria-hidden="true">·</span>
          <span>{t('learning.minutes', { minutes: Math.ceil(step.duration) })}</span>
        </p>
        <h1 id={headId} ref={heading} tabIndex={-1} className={css.title}>
          {stepTitleOf(step)}
        </h1>
        <ReadAloud source={whole} />
      </header>
      <StepContent session={session.id} step={step} />
      <StepEnd session={session} step={step} unsaved={unsaved} linkState={linkState} />
    </article>
  )
}

type StepEndProps = {
  session: SessionDetail
  step: Step
  unsaved: readonly number[]
  linkState: Record<string, unknown>
}

/** At the end of the last step: the open steps, or the links after completion. */
function StepEnd({ session, step, unsaved, linkState }: StepEndProps) {
  const context = useSessionContext()
  if (context.isReadOnly || session.sessionSteps.at(-1)?.id !== step.id) return null
  if (isOwnDone(session) && !mayFinish(context, session, step)) return <Completed session={session} />
  const open = openBefore(session, step, unsaved)
  return open.length > 0 && <OpenSteps session={session} open={open} linkState={linkState} />
}

function OpenSteps({ session, open, linkState }: { session: SessionDetail; open: Step[]; linkState: Record<string, unknown> }) {
  const t = useText()
  const { toStep } = useSessionContext()
  return (
    <Note tone="warn" id={openStepsId} title={t('learning.step.open.title')}>
      <p>{t('learning.step.open.text', { count: open.length })}</p>
      <ul className={stepEndCss.links}>
        {open.map((each) => (
          <li key={each.id}>
            <Link {...toStep(session.id, each.id)} state={linkState}>
              {stepTitleOf(each)}
            </Link>
          </li>
        ))}
      </ul>
    </Note>
  )
}

function Completed({ session }: { session: SessionDetail }) {
  const t = useText()
  const { toFeedback, toHome, words } = useSessionContext()
  const isWaiting = session.sessionStatus === 'PARTIAL_COMPLETE'
  return (
    <Note tone="ok" title={t('learning.step.completed.title')}>
      <p>{t(isWaiting ? 'learning.step.completed.waiting' : 'learning.step.completed.text')}</p>
      <p className={stepEndCss.actions}>
        {/* Unrated sessions have their rating link in the bar below. */}
        {session.feedback && (
          <ButtonLink kind="soft" size="sm" render={<Link {...toFeedback(session.id)} />}>
            {t('learning.step.rate')}
          </ButtonLink>
        )}
        <ButtonLink kind="quiet" size="sm" render={<Link {...toHome()} />}>
          {t(words.backHome)}
        </ButtonLink>
      </p>
    </Note>
  )
}

type Point = { x: number; y: number; at: number }
type Drag = { pointer: number; from: Point; last: Point; speed: number; isOn: boolean }
type SwipeOptions = { isOpen: (direction: Direction) => boolean; onSwipe: (direction: Direction) => void }

const pointOf = ({ clientX, clientY, timeStamp }: PointerEvent): Point => ({ x: clientX, y: clientY, at: timeStamp })

/**
 * The page follows a finger that moves horizontally. The browser handles vertical movement (`touch-action: pan-y`) and the mouse,
 * which selects text. Writes to the element directly: a React render per move would stutter.
 */
function useSwipe({ isOpen, onSwipe }: SwipeOptions) {
  const drag = useRef<Drag | null>(null)

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    const isZoomed = (window.visualViewport?.scale ?? 1) > 1.05
    // Ignore a second finger (pinch), and panning while zoomed in.
    if (!event.isPrimary || isZoomed) return end(event.currentTarget)
    if (event.pointerType === 'mouse') return
    const point = pointOf(event)
    drag.current = { pointer: event.pointerId, from: point, last: point, speed: 0, isOn: false }
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>) {
    const now = drag.current
    if (!now || now.pointer !== event.pointerId) return
    const page = event.currentTarget
    const point = pointOf(event)
    const [across, along] = [point.x - now.from.x, point.y - now.from.y]
    if (!now.isOn) {
      if (Math.max(Math.abs(across), Math.abs(along)) <= SLOP) return
      if (!isSideways(across, along)) return end(page)
      now.isOn = true
      page.style.transition = 'none'
    }
    const passed = Math.max(1, point.at - now.last.at)
    now.speed = (point.x - now.last.x) / passed
    now.last = point
    const direction = directionAlong(page, across)
    page.style.transform = `translateX(${isOpen(direction) ? across : stretched(across)}px)`
  }

  function handlePointerUp(event: PointerEvent<HTMLElement>) {
    const now = drag.current
    if (!now || now.pointer !== event.pointerId) return
    const page = event.currentTarget
    drag.current = null
    if (!now.isOn) return
    const sign = readsLeftwards(page) ? -1 : 1
    // A finger that rested before it was lifted is not a flick.
    const speed = event.timeStamp - now.last.at > 100 ? 0 : now.speed
    const direction = directionOf({ distance: sign * (event.clientX - now.from.x), speed: sign * speed, width: page.clientWidth })
    // The page that was swiped away stays outside the screen until the next one replaces it.
    if (direction && isOpen(direction)) onSwipe(direction)
    else end(page)
  }

  function end(page: HTMLElement) {
    drag.current = null
    page.style.transition = ''
    page.style.transform = ''
  }

  return {
    onPointerDown: handlePointerDown,
    onPointerMove: handlePointerMove,
    onPointerUp: handlePointerUp,
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event.currentTarget),
  }
}

const readsLeftwards = (page: HTMLElement): boolean => getComputedStyle(page).direction === 'rtl'
const directionAlong = (page: HTMLElement, across: number): Direction =>
  across < 0 === readsLeftwards(page) ? 'back' : 'forward'
