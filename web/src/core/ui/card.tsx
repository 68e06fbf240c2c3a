import type { HTMLAttributes } from 'react'
import css from './card.module.css'
import { classNames } from './class-names.ts'

export type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'section' | 'article' | 'div' | 'li' | undefined
  flat?: boolean | undefined
  /** Without padding, for a picture that reaches the edges. */
  bare?: boolean | undefined
  /** For items that cannot be chosen: full, expired, incompatible. */
  sunk?: boolean | undefined
  ref?: ((element: HTMLElement | null) => void) | undefined
}

export function Card({ as: Tag = 'section', flat, bare, sunk, className, ...rest }: CardProps) {
  const look = classNames(css.card, flat && css.flat, bare && css.bare, sunk && css.sunk, className)
  return <Tag {...rest} className={look} />
}

/** On the link in the card's title: its hit area covers the whole card. */
export const coverLinkClass = css.cover ?? ''
