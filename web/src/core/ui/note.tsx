import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { alert, bulb, check, info, lock } from './basic-icons.ts'
import type { IconShape } from './icons.ts'
import css from './note.module.css'

type NoteTone = 'info' | 'warn' | 'bad' | 'ok' | 'tips' | 'calm'
export type NoteProps = {
  tone?: NoteTone | undefined
  icon?: IconShape | undefined
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Announced when it appears: `alert` immediately, `status` when the screen reader is idle. */
  live?: 'alert' | 'status' | undefined
  id?: string | undefined
  className?: string | undefined
}

const icons: Record<NoteTone, IconShape> = { info, warn: alert, bad: alert, ok: check, tips: bulb, calm: lock }

export function Note({ tone = 'info', icon, title, children, action, live, id, className }: NoteProps) {
  return (
    <div id={id} className={classNames(css.note, css[tone], className)} role={live}>
      <Icon of={icon ?? icons[tone]} />
      <div className={css.words}>
        {title && <b>{title}</b>}
        {title && children && ' '}
        {children}
      </div>
      {action}
    </div>
  )
}
