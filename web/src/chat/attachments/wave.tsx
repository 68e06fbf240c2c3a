import { WAVE_MAX } from '@saathi/contract/chat/voice'
import css from './voice-note.module.css'

const BAR = 4
const HEIGHT = 32

/** `played`: the part that is filled, from 0 to 1. */
export function Wave({ bars, played }: { bars: readonly number[]; played: number }) {
  return (
    <svg
      className={css.wave}
      viewBox={`0 0 ${Math.max(1, bars.length) * BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars.map((level, at) => {
        const height = Math.max(3, (level / WAVE_MAX) * HEIGHT)
        const isPlayed = at < played * bars.length
        return (
          <rect
            key={at}
            className={isPlayed ? css.played : css.bar}
            x={at * BAR}
            y={(HEIGHT - height) / 2}
            width={2.4}
            height={height}
            rx={1.2}
          />
        )
      })}
    </svg>
  )
}
