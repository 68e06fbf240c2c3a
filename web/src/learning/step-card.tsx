import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { afterPaint } from './after-paint.ts'
import css from './step-card.module.css'
import { StepContent } from './step-content.tsx'
import { StepEnd } from './step-end.tsx'
import { stepTitleOf } from './step-title.ts'
import type { Way } from './swipe.ts'
import { useSwipe } from './use-swipe.ts'

type StepCardProps = {
  session: SessionDetail
  step: Step
  number: number
  /** How one came here; undefined on the first step that is shown. */
  way: Way | undefined
  unsaved: readonly number[]
  linkState: Record<string, unknown>
  isOpen: (way: Way) => boolean
  onSwipe: (way: Way) => void
}

/** One step. A new one for each, so that it comes in at its beginning. */
export function StepCard({ session, step, number, way, unsaved, linkState, isOpen, onSwipe }: StepCardProps) {
  const t = useText()
  const headId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const swipe = useSwipe({ isOpen, onSwipe })

  const arrive = useEffectEvent(() => {
    // Whoever turned the page starts at its beginning; whoever has just come is not taken away from where they are.
    const isNowhere = document.activeElement === document.body || document.activeElement?.id === 'main'
    if (way || isNowhere) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => afterPaint(arrive), [])

  return (
    // It scrolls in itself, which the keyboard must reach also where it holds nothing but text.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls has to take the focus
    <article className={classNames(css.card, way && css[way])} aria-labelledby={headId} tabIndex={0} {...swipe}>
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
