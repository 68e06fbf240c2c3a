import bronze from '#art/badge-bronze.svg'
import gold from '#art/badge-gold.svg'
import silver from '#art/badge-silver.svg'
import type { ReactNode } from 'react'
import css from './badge.module.css'
import { classNames } from '../class-names.ts'

export type BadgeTier = 'gold' | 'silver' | 'bronze'
export type BadgeProps = {
  tier: BadgeTier
  /** "Gold badge". */
  label: string
  /** Caption: what the badge was awarded for. */
  title?: ReactNode
  size?: number | undefined
  /** Animates once when it is won. */
  won?: boolean | undefined
}

const drawings: Record<BadgeTier, string> = { gold, silver, bronze }

export function Badge({ tier, label, title, size = 84, won }: BadgeProps) {
  return (
    <figure className={css.badge}>
      <img className={classNames(won && css.won)} src={drawings[tier]} alt={label} width={size} />
      {title && <figcaption>{title}</figcaption>}
    </figure>
  )
}
