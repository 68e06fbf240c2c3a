import type { CalendarEvent, Scope } from '@saathi/contract/calendar/entities'
import type { TextKey } from '@saathi/contract/texts'
import { type RefObject, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { trash } from '#core/ui/icons.ts'
import { useIsPhone } from '#core/ui/media-query.ts'
import { Note } from '#core/ui/note.tsx'
import type { Day } from '../days.ts'
import { EventConflict } from './conflict.tsx'
import { EventDiscard, useDiscard } from './discard.tsx'
import { type DraftField, indiaWall, momentOfDraft } from './draft.ts'
import { EventFields } from './fields.tsx'
import css from './form.module.css'
import { refusalText, refusedFields } from '../event-refusal.ts'
import { EventRemove } from './remove.tsx'
import { EventScope } from './scope.tsx'
import { lossOfEdit, scopesOfEdit } from './scopes.ts'
import { useRemoveEvent } from '../queries.ts'
import { useEventForm } from './use-form.ts'
import { EventWarning } from './warning.tsx'

type EventDialogProps = {
  open: boolean
  /** Null for a new event. */
  event: CalendarEvent | null
  /** The initial day of a new event. */
  day: Day
  now: Date
  mentorship: number
  /** The mentorship ended while the form was open: nothing can be saved any more. */
  isEnded: boolean
  /** Where the focus goes on close; by default back to where it was. */
  finalFocus?: RefObject<HTMLElement | null> | undefined
  onClose: () => void
  onDone: (result: 'saved' | 'deleted', event: CalendarEvent) => void
  onClosed: () => void
}

export function EventDialog(props: EventDialogProps) {
  const { open, event, day, now, mentorship, isEnded, finalFocus, onClose, onDone, onClosed } = props
  const t = useText()
  const isPhone = useIsPhone()
  const form = useEventForm({ event, day, now, mentorship, onSaved: (saved) => onDone('saved', saved) })
  const { base, draft, error, isSaving } = form
  const removing = useRemoveEvent(mentorship)
  const isBusy = isSaving || removing.isPending
  const discard = useDiscard({ isOpen: open, isDirty: form.isDirty, isSaving: isBusy, onClose })
  const [openDialog, setOpenDialog] = useState<'scope' | 'remove' | null>(null)
  // The person's own cancellation is not a conflict.
  const conflict = open && !isEnded && openDialog !== 'remove' ? form.conflict : null
  const element = useRef<HTMLFormElement>(null)
  const titleRef = useRef<HTMLInputElement>(null)
  const faults = { ...form.refused, ...textsOf(form.shownFaults) }
  const endedId = useId()
  const isFieldless = error && Object.keys(form.refused).length === 0

  function handleSubmit(submit: SubmitEvent) {
    submit.preventDefault()
    if (isSaving || conflict || isEnded) return
    if (!form.check()) return focusFirst(element.current, form.faults)
    if (base?.isRecurringEvent) setOpenDialog('scope')
    else form.save('THIS')
  }

  function handleScope(scope: Scope) {
    setOpenDialog(null)
    // A conflict arrived while the scope was being chosen: show it and send nothing.
    if (!conflict && !isEnded) form.save(scope)
  }

  // The field may be out of view. The scope dialog restores the focus when it closes, which may be later.
  const showRefused = () => focusFirst(element.current, refusedFields(error))
  useEffect(() => focusFirst(element.current, refusedFields(error)), [error])

  return (
    <Dialog
      open={open}
      onClose={discard.leave}
      onClosed={onClosed}
      blocking={isBusy}
      size="md"
      sheet
      title={t(base ? 'editEvent' : 'addEvent')}
      closeLabel={t('calendar.form.close')}
      // On a phone the keyboard would cover half of the form.
      initialFocus={isPhone ? undefined : titleRef}
      finalFocus={finalFocus}
    >
      <form ref={element} className={css.form} onSubmit={handleSubmit} noValidate>
        {conflict && (
          <EventConflict
            conflict={conflict}
            draft={draft}
            mentorship={mentorship}
            isRefusal={error !== null}
            onTakeTheirs={form.takeTheirs}
            onKeepMine={form.keepMine}
            onAddAgain={form.addAgain}
            onChosen={() => element.current?.querySelector<HTMLElement>('[type=submit]')?.focus()}
          />
        )}
        <EventFields
          draft={draft}
          base={base}
          mentorship={mentorship}
          faults={faults}
          titleRef={titleRef}
          onChange={form.change}
        />
        {(!base || form.isDirty) && (
          <EventWarning
            moment={momentOfDraft(draft, base)}
            minutes={draft.minutes}
            mentorship={mentorship}
            eventId={base?.id}
            now={now}
            onTake={(at) => form.change({ ...draft, ...indiaWall(at) })}
          />
        )}
        {isEnded && (
          <Note id={endedId} tone="warn" live="alert">
            {t('calendar.form.ended')}
          </Note>
        )}
        {isFieldless && !conflict && !isEnded && (
          <Note tone="bad" live="alert">
            {t(refusalText(error))}
          </Note>
        )}
        <EventFoot
          isSaving={isSaving}
          isBlocked={conflict !== null}
          refusalId={isEnded ? endedId : undefined}
          onDelete={base && !conflict && !isEnded ? () => setOpenDialog('remove') : undefined}
          onCancel={discard.leave}
        />
      </form>
      {base && (
        <>
          <EventScope
            open={openDialog === 'scope' && !isEnded}
            does="save"
            scopes={scopesOfEdit(base, draft, form.events)}
            loses={lossOfEdit(base, draft)}
            onClose={() => setOpenDialog(null)}
            onScope={handleScope}
            onClosed={showRefused}
          />
          <EventRemove
            open={openDialog === 'remove' && !isEnded}
            event={base}
            removing={removing}
            onClose={() => setOpenDialog(null)}
            onRemoved={() => {
              setOpenDialog(null)
              onDone('deleted', base)
            }}
            onOvertaken={(refusal) => {
              setOpenDialog(null)
              form.onOvertaken(refusal)
            }}
          />
        </>
      )}
      <EventDiscard open={discard.isAsking} onAnswer={discard.answer} />
    </Dialog>
  )
}

function textsOf(faults: ReturnType<typeof useEventForm>['faults']): Partial<Record<DraftField, TextKey>> {
  return Object.fromEntries(Object.entries(faults).map(([field, problem]) => [field, `calendar.problem.${problem}` as const]))
}

/** In document order. */
function focusFirst(form: HTMLFormElement | null, faults: object): void {
  const controls = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])]
  controls.find((control) => Object.hasOwn(faults, control.getAttribute('name') ?? ''))?.focus()
}

type EventFootProps = {
  isSaving: boolean
  /** There is an unresolved conflict with another change. */
  isBlocked: boolean
  /** The id of the text that explains why saving is impossible. */
  refusalId: string | undefined
  onDelete: (() => void) | undefined
  onCancel: () => void
}

function EventFoot({ isSaving, isBlocked, refusalId, onDelete, onCancel }: EventFootProps) {
  const t = useText()
  const reasonId = useId()
  return (
    <div className={css.foot}>
      {isBlocked && (
        <p id={reasonId} className={css.reason}>
          {t('calendar.meanwhile.first')}
        </p>
      )}
      {onDelete && (
        <Button kind="quiet" className={css.delete} disabled={isSaving} onClick={onDelete}>
          <Icon of={trash} /> {t('calendar.form.delete')}
        </Button>
      )}
      <Button kind="quiet" disabled={isSaving} onClick={onCancel}>
        {t('calendar.form.cancel')}
      </Button>
      <Button
        type="submit"
        kind="primary"
        className={classNames(css.save, onDelete && css.belowOthers)}
        busy={isSaving}
        busyLabel={t('calendar.form.saving')}
        disabled={isBlocked || refusalId !== undefined}
        reasonId={refusalId ?? reasonId}
      >
        {t('calendar.form.save')}
      </Button>
    </div>
  )
}
