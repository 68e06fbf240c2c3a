import type { ReactNode } from 'react'
import { isUnreachable } from '#core/api-error.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './auth-frame.module.css'

type FailureNoteProps = {
  /** The errors, one per line. */
  text: string
  /** A network error adds a line, because the text does not always say so. */
  error?: Error | undefined
  live?: 'alert' | 'status' | undefined
  children?: ReactNode
}

export function FailureNote({ text, error, live = 'alert', children }: FailureNoteProps) {
  const t = useText()
  return (
    <Note tone="bad" live={live}>
      <span className={css.lines}>{text}</span>
      {isUnreachable(error) && <p>{t('error.network')}</p>}
      {children && <p>{children}</p>}
    </Note>
  )
}
