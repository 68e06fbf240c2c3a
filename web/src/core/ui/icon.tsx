import { classNames } from './class-names.ts'
import css from './icon.module.css'
import type { IconShape } from './icons.ts'

export type IconProps = {
  of: IconShape
  size?: number | undefined
  /** Mirrors in right-to-left pages; arrows do so by default. */
  flip?: boolean | undefined
  /** Only if there is no text next to it. */
  label?: string | undefined
  className?: string | undefined
}

export function Icon({ of, size = 20, flip, label, className }: IconProps) {
  const shape = typeof of === 'string' ? { d: of } : of
  const mirrored = flip ?? shape.mirrored ?? false
  return (
    <svg
      className={classNames(css.icon, mirrored && css.flip, className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={shape.weight ?? 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {shape.d && <path d={shape.d} />}
      {shape.filled && <path d={shape.filled} fill="currentColor" />}
    </svg>
  )
}
