import type { ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { close, info } from '#core/ui/icons.ts'
import css from './notes.module.css'

export type CallNote = {
  id: string
  text: string
  action?: ReactNode
  /** Without it the note stays while its condition holds. */
  onDismiss?: (() => void) | undefined
}

/** Notices for this person, shown over the pictures. */
export function Notes({ notes }: { notes: readonly CallNote[] }) {
  const t = useText()
  return (
    <div className={css.notes} role="status" aria-atomic="false">
      {notes.map(({ id, text, action, onDismiss }) => (
        <div key={id} className={css.note}>
          <Icon of={info} />
          <span className={css.words}>{text}</span>
          {action}
          {onDismiss && <IconButton icon={close} label={t('call.close')} onClick={onDismiss} />}
        </div>
      ))}
    </div>
  )
}
