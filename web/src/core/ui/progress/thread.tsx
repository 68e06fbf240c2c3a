import type { CSSProperties } from 'react'
import { classNames } from '../class-names.ts'
import css from './thread.module.css'

export type ThreadProps = {
  /** 0 to 100. */
  value: number
  label: string
  /** The value as text: "3 of 5 sessions", "64%, 12 min left". */
  valueText: string
  /** Adds a second bead. Include its value in valueText too. */
  partnerValue?: number | undefined
  slim?: boolean | undefined
  /** Without a bead. */
  plain?: boolean | undefined
  className?: string | undefined
}

const within = (value: number) => Math.min(100, Math.max(0, value))

// React's CSSProperties has no custom properties.
const at = (value: number) => ({ '--v': within(value) }) as CSSProperties

export function Thread({ value, label, valueText, partnerValue, slim, plain, className }: ThreadProps) {
  const done = value >= 100
  return (
    <div
      className={classNames(css.thread, slim && css.slim, done && css.done, className)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(within(value))}
      aria-valuetext={valueText}
      style={at(value)}
    >
      <span className={css.fill} />
      {partnerValue !== undefined && <span className={classNames(css.bead, css.partner)} style={at(partnerValue)} />}
      {!plain && <span className={css.bead} />}
    </div>
  )
}
