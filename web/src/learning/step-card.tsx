import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { afterPaint } from './after-paint.ts'
import css from './step-card.module.css'
import { StepContent } from './step-content.tsx'
import { StepEnd } from './step-end.tsx'
import { stepTitleOf } from './step-title.ts'
import type { Direction } from './swipe.ts'
import { useSwipe } from './use-swipe.ts'

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
  const swipe = useSwipe({ isOpen, onSwipe })

  const arrive = useEffectEvent(() => {
    // After a page turn, start at the heading; on the first load, keep the focus where it is.
    const isNowhere = document.activeElement === document.body || document.activeElement?.id === 'main'
    if (direction || isNowhere) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => afterPaint(arrive), [])

  return (
    // It scrolls by itself, so the keyboard must be able to focus it even if it contains only text.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be focusable
    <article className={classNames(css.card, direction && css[direction])} aria-labelledby={headId} tabIndex={0} {...swipe}>
      <header>
        <p className={css.place}>
          <span>{t('learning.step.place', { number, total: session.sessionSteps.length })}</span>
          <span aria-hidden="true">·</span>
          <span>{t('learning.minutes', { minutes: Math.ceil(step.duration) })}</span>
        </p>
        <h1 id={headId} ref={heading} tabIndex={-1} className={css.title}>
          {stepTitleOf(step)}
        </h1>
      </header>
      <StepContent session={session.id} step={step} />
      <StepEnd session={session} step={step} unsaved={unsaved} linkState={linkState} />
    </article>
  )
}
