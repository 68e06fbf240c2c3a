import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { plainDay } from '#core/i18n/india-time.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { plus } from '#core/ui/icons.ts'
import { useIsPhone } from '#core/ui/media-query.ts'
import { dayOf } from '../cache.ts'
import { useCalendarNavigation, useIsInUrl } from '../calendar-address.ts'
import { CalendarBody, type LastAction } from './body.tsx'
import css from './modal.module.css'
import type { Day } from '../days.ts'
import { EventDialog } from '../events/dialog.tsx'
import { FindTimeLink } from './find-time-link.tsx'

export type CalendarModalProps = {
  open: boolean
  day: Day
  /** Whether the calendar was opened to add an event. */
  adds: boolean
  now: Date
  mentorship: Mentorship
  active: readonly Mentorship[]
}

/**
 * The form stays mounted until its closing animation ends, and keeps its mentorship: a draft must never be saved in another one.
 */
type Form = { event: CalendarEvent | null; mentorship: number; isOpen: boolean; number: number }

export function CalendarModal({ open, day, adds, now, mentorship: first, active }: CalendarModalProps) {
  const t = useText()
  const { showDay, markFormOpened, close } = useCalendarNavigation()
  const mentorship = useOpenedMentorship({ open, first, active })
  const [form, setForm] = useState<Form | null>(null)
  const [lastAction, setLastAction] = useState<LastAction>(null)
  const [isShown, setShown] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const isPhone = useIsPhone()
  const dayRef = useRef<HTMLButtonElement>(null)
  const titleRef = useRef<HTMLHeadingElement>(null)

  function openForm(event: CalendarEvent | null) {
    setLastAction(null)
    setForm((before) => ({ event, mentorship: mentorship.id, isOpen: true, number: (before?.number ?? 0) + 1 }))
  }
  if (open !== isShown) {
    setShown(open)
    setClosing(false)
    setLastAction(null)
    setForm(open && adds ? { event: null, mentorship: mentorship.id, isOpen: true, number: 0 } : null)
  }
  const handleAdded = useEffectEvent(markFormOpened)
  useEffect(() => {
    if (open && adds) handleAdded()
  }, [open, adds])

  // A second click before the URL has changed must not go back again.
  function handleClose() {
    if (isClosing) return
    setClosing(true)
    close()
  }

  const closeForm = () => setForm((current) => current && { ...current, isOpen: false })
  function handleDone(result: 'saved' | 'deleted', event: CalendarEvent) {
    closeForm()
    setLastAction(result === 'saved' ? result : event.id)
    if (result === 'saved' && dayOf(event) !== day) showDay(dayOf(event))
  }

  /** A message about one day is not shown on another. */
  function handleDay(chosen: Day) {
    setLastAction(null)
    showDay(chosen)
    // On a phone the events of the day are below the month.
    if (isPhone) titleRef.current?.scrollIntoView({ block: 'start', behavior: 'auto' })
  }

  return (
    <Dialog
      open={open}
      onClose={handleClose}
      size="lg"
      fullOnPhone
      title={<span className={css.title}>{t('calendar.title')}</span>}
      closeLabel={t('calendar.close')}
      initialFocus={dayRef}
      titleAction={
        <span className={css.actions}>
          {!isPhone && <FindTimeLink mentorship={mentorship.id} />}
          <Button kind="primary" onClick={() => openForm(null)}>
            <Icon of={plus} /> {t('addEvent')}
          </Button>
        </span>
      }
    >
      <CalendarBody
        key={mentorship.id}
        day={day}
        today={plainDay(now.toISOString())}
        now={now}
        mentorship={mentorship}
        active={active}
        lastAction={lastAction}
        dayRef={dayRef}
        titleRef={titleRef}
        onDay={handleDay}
        onEdit={openForm}
      />
      {form && (
        <EventDialog
          key={form.number}
          open={form.isOpen}
          event={form.event}
          day={day}
          now={now}
          mentorship={form.mentorship}
          isEnded={!active.some(({ id }) => id === form.mentorship)}
          onClose={closeForm}
          onDone={handleDone}
          // If it was opened together with the calendar, its trigger is on the home page behind it.
          finalFocus={form.number === 0 ? titleRef : undefined}
          // The button that opened the form is gone with its event.
          onClosed={() => typeof lastAction === 'number' && titleRef.current?.focus()}
        />
      )}
    </Dialog>
  )
}

type OpenedInput = { open: boolean; first: Mentorship; active: readonly Mentorship[] }

/** A new mentorship becomes the first one on the home. An open calendar stays with its mentorship while that is active. */
function useOpenedMentorship({ open, first, active }: OpenedInput): Mentorship {
  const isNamed = useIsInUrl(first.id)
  const [opened, setOpened] = useState(first.id)
  const [wasOpen, setWasOpen] = useState(open)
  const isOpening = open && !wasOpen
  const shown = (!isNamed && !isOpening && active.find(({ id }) => id === opened)) || first
  if (open !== wasOpen) setWasOpen(open)
  if (opened !== shown.id) setOpened(shown.id)
  return shown
}
