import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useText } from '../i18n/texts.tsx'
import { Button } from '../ui/button.tsx'
import { alert, clock } from '../ui/icons.ts'
import { Note } from '../ui/note.tsx'
import { useWaiting } from './list.ts'
import css from './outbox.module.css'
import type { OutboxSheet as Sheet } from './outbox-sheet.tsx'
import { flush } from './outbox.ts'

// Loaded when first opened; the service worker has it from the first visit. If it cannot be loaded, only the note is shown.
const OutboxSheet = lazy(async () => ({ default: await loadSheet() }))
const loadSheet = (): Promise<typeof Sheet> =>
  import('./outbox-sheet.tsx').then(
    (sheet) => sheet.OutboxSheet,
    () => Nothing,
  )
const Nothing = () => <></>

/** The player, quizzes and ratings show the status themselves and have no space for the note. */
const pagesWithOwnStatus = /^\/(session|mentorship\/[^/]+)\/step(\/|$)/

/**
 * On every page: sends waiting entries and shows how many there are. The region is always rendered, so that screen readers
 * announce changes.
 */
export function OutboxSlot() {
  const t = useText()
  const waiting = useWaiting()
  const [hasOpened, setOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const hasOwnStatus = useLocation({ select: ({ pathname }) => pagesWithOwnStatus.test(pathname) })
  const refused = waiting.filter(({ refusal }) => refusal).length
  useEffect(() => void flush(), [])

  function handleOpen() {
    setOpened(true)
    setOpen(true)
  }

  const openButton = (
    <Button kind="line" size="sm" onClick={handleOpen}>
      {t('outbox.see')}
    </Button>
  )
  return (
    <>
      <div role="status">
        {waiting.length > 0 && !hasOwnStatus && (
          <Note tone={refused > 0 ? 'warn' : 'info'} icon={refused > 0 ? alert : clock} className={css.note} action={openButton}>
            {refused > 0 ? t('outbox.refused', { count: refused }) : t('outbox.count', { count: waiting.length })}
          </Note>
        )}
      </div>
      {hasOpened && (
        <Suspense>
          <OutboxSheet open={isOpen} entries={waiting} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
