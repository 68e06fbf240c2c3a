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

// Fetched by whoever wants to see it; the worker has it from the first visit on. Where neither can be had, the note remains.
const OutboxSheet = lazy(async () => ({ default: await loadSheet() }))
const loadSheet = (): Promise<typeof Sheet> =>
  import('./outbox-sheet.tsx').then(
    (sheet) => sheet.OutboxSheet,
    () => Nothing,
  )
const Nothing = () => <></>

/** The player, its quizzes and the rating say it where it was done, and have no room to spare. */
const saysIt = /^\/(session|mentorship\/[^/]+)\/step(\/|$)/

/** Round every page: sends what waits, and says what does. The region is always there, so that it is read out when it comes. */
export function OutboxSlot() {
  const t = useText()
  const waiting = useWaiting()
  const [hasAsked, setAsked] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isSaid = useLocation({ select: ({ pathname }) => saysIt.test(pathname) })
  const refused = waiting.filter(({ refusal }) => refusal).length
  useEffect(() => void flush(), [])

  function handleSee() {
    setAsked(true)
    setOpen(true)
  }

  const see = (
    <Button kind="line" size="sm" onClick={handleSee}>
      {t('outbox.see')}
    </Button>
  )
  return (
    <>
      <div role="status">
        {waiting.length > 0 && !isSaid && (
          <Note tone={refused > 0 ? 'warn' : 'info'} icon={refused > 0 ? alert : clock} className={css.note} action={see}>
            {refused > 0 ? t('outbox.refused', { count: refused }) : t('outbox.count', { count: waiting.length })}
          </Note>
        )}
      </div>
      {hasAsked && (
        <Suspense>
          <OutboxSheet open={isOpen} entries={waiting} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
