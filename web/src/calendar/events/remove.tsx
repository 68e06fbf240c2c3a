import type { CalendarEvent, Scope } from '@saathi/contract/calendar/entities'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Note } from '#core/ui/note.tsx'
import { isRefusedWith, refusalText } from '../event-refusal.ts'
import { EventScope } from './scope.tsx'
import { scopesOfRemoval } from './scopes.ts'
import type { useRemoveEvent } from '../queries.ts'

type EventRemoveProps = {
  open: boolean
  event: CalendarEvent
  removing: ReturnType<typeof useRemoveEvent>
  onClose: () => void
  onRemoved: () => void
  /** Someone else changed it first: show the change before it is cancelled. */
  onOvertaken: (refusal: Error) => void
}

/** One question: the scope for a series, a confirmation for a single event. */
export function EventRemove({ open, event, removing, onClose, onRemoved, onOvertaken }: EventRemoveProps) {
  const t = useText()
  const trouble = removing.error && (
    <Note tone="bad" live="alert">
      {t(refusalText(removing.error))}
    </Note>
  )

  function handleRemove(scope: Scope) {
    removing.mutate({ event, scope }, { onSuccess: onRemoved, onError: handleRefusal })
  }
  function handleRefusal(refusal: Error) {
    if (!isRefusedWith(refusal, 'calendar.changed')) return
    removing.reset()
    onOvertaken(refusal)
  }
  function handleClose() {
    removing.reset()
    onClose()
  }

  if (event.isRecurringEvent) {
    return (
      <EventScope
        open={open}
        does="delete"
        scopes={scopesOfRemoval}
        isBusy={removing.isPending}
        trouble={trouble}
        onClose={handleClose}
        onScope={handleRemove}
      />
    )
  }
  return (
    <Dialog
      open={open}
      onClose={handleClose}
      blocking={removing.isPending}
      title={t('calendar.delete')}
      text={t('calendar.delete.text', { title: event.title })}
      actions={
        <>
          <Button kind="line" onClick={handleClose} disabled={removing.isPending}>
            {t('calendar.delete.no')}
          </Button>
          <Button
            kind="danger"
            busy={removing.isPending}
            busyLabel={t('calendar.delete.busy')}
            onClick={() => handleRemove('THIS')}
          >
            {t('calendar.form.delete')}
          </Button>
        </>
      }
    >
      {trouble}
    </Dialog>
  )
}
