import { useEffect, useState } from 'react'
import type { CSSProperties } from 'react'
import css from './countdown.module.css'

/** Whole seconds until a time, updated while shown; 0 once it has passed. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  const isOver = moment <= now
  useEffect(() => {
    if (isOver) return
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, Math.ceil((moment - now) / 1_000))
}

/** 74 seconds are 1:14. */
export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Remaining time as a ring. The text next to it says the same. */
export function CountdownRing({ seconds, of: total }: { seconds: number; of: number }) {
  const share = Math.min(100, (seconds / total) * 100)
  // React's CSSProperties has no custom properties.
  return <span className={css.ring} style={{ '--v': share } as CSSProperties} aria-hidden="true" />
}
