import { HOUR_MS, MINUTE_MS } from '@saathi/contract/core/time'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { type Translate, useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { useNow } from '#core/use-now.ts'
import css from './clock.module.css'

type Ring = CSSProperties & Record<'--share', number>
type ClockProps = { openedAt: string; dueAt: string; isUrgent: boolean; isStopped: boolean }

/** The time left to answer, by the server's clock. Half time and the end are announced once, politely. */
export function Clock({ openedAt, dueAt, isUrgent, isStopped }: ClockProps) {
  const t = useText()
  const now = useNow().getTime()
  const [opened, due] = [Date.parse(openedAt), Date.parse(dueAt)]
  // The server's clock may be a moment ahead of ours.
  const leftMs = Math.min(due - now, due - opened)
  const share = Math.min(1, Math.max(0, leftMs / (due - opened)))
  const phase = isStopped ? 'stopped' : leftMs <= 0 ? 'late' : share <= 0.5 ? 'half' : 'early'
  const spoken = useChange(phase)
  const ring: Ring = { '--share': share }
  const tone = isStopped ? css.off : leftMs <= 0 ? css.late : isUrgent ? css.bad : share <= 0.25 ? css.warn : css.ok
  return (
    <>
      <span className={classNames(css.clock, tone)} role="timer" aria-live="off">
        <span className={css.ring} style={ring} aria-hidden="true" />
        {isStopped ? t('staff.safety.answered') : timeLeft(leftMs, t)}
      </span>
      <span className="sr" role="status">
        {(spoken === 'half' || spoken === 'late') && t(`staff.safety.clock.${spoken}`)}
      </span>
    </>
  )
}

function timeLeft(leftMs: number, t: Translate): string {
  const isOver = leftMs <= 0
  const minutes = Math.ceil(Math.abs(leftMs) / MINUTE_MS)
  const hours = Math.floor(minutes / 60)
  const values = { hours, minutes: minutes % 60 }
  if (isOver) return t(Math.abs(leftMs) < HOUR_MS ? 'staff.safety.overMinutes' : 'staff.safety.overHours', values)
  return t(
    hours === 0
      ? 'staff.safety.leftMinutes'
      : hours < 6 && values.minutes > 0
        ? 'staff.safety.leftBoth'
        : 'staff.safety.leftHours',
    values,
  )
}

/** The value once it has changed while shown; null before. */
function useChange<T>(value: T): T | null {
  const first = useRef(value)
  const [changed, setChanged] = useState<T | null>(null)
  useEffect(() => {
    if (first.current === value) return
    first.current = value
    setChanged(value)
  }, [value])
  return changed
}
