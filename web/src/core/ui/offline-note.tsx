import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { offline as sign } from './icons.ts'
import { Note } from './note.tsx'

export type OfflineNoteProps = {
  title: ReactNode
  text: ReactNode
  /** By default the browser's state. */
  offline?: boolean | undefined
  className?: string | undefined
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** The live region is always rendered; only then is a new note announced. */
export function OfflineNote({ title, text, offline, className }: OfflineNoteProps) {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {(offline ?? !online) && (
        <Note tone="warn" icon={sign} title={title} className={className}>
          {text}
        </Note>
      )}
    </div>
  )
}
