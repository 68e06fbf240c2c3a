import { useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { useUndoRemoval } from '../time/queries.ts'

const UNDO_MS = 10_000

/** Confirms a deletion and offers Undo for ten seconds. */
export function RemovedNote({ mentorship, eventId }: { mentorship: number; eventId: number }) {
  const t = useText()
  const undoing = useUndoRemoval(mentorship)
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setOpen(false), UNDO_MS)
    return () => clearTimeout(timer)
  }, [])
  if (undoing.isSuccess) return <Note tone="ok">{t('calendar.restored')}</Note>
  if (undoing.error) return <Note tone="warn">{t('calendar.undo.late')}</Note>
  return (
    <Note
      tone="ok"
      action={
        (isOpen || undoing.isPending) && (
          <Button size="sm" busy={undoing.isPending} onClick={() => undoing.mutate(eventId)}>
            {t('calendar.undo')}
          </Button>
        )
      }
    >
      {t('calendar.deleted')}
    </Note>
  )
}
