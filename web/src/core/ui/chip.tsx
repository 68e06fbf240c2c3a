import type { ReactNode } from 'react'
import css from './chip.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconShape } from './icons.ts'

export type ChipTone = 'plain' | 'primary' | 'ok' | 'warn' | 'bad' | 'info' | 'warm' | 'glass'
export type ChipProps = {
  tone?: ChipTone | undefined
  icon?: IconShape | undefined
  className?: string | undefined
  children: ReactNode
}

export function Chip({ tone = 'plain', icon, className, children }: ChipProps) {
  return (
    <span className={classNames(css.chip, css[tone], className)}>
      {icon && <Icon of={icon} size={14} />}
      {children}
    </span>
  )
}
