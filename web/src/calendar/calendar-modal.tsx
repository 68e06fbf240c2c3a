import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { plainDay } from '#core/i18n/india-time.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/dialog.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { plus } from '#core/ui/icons.ts'
import { dayOf } from './cache.ts'
import { useCalendarWays, useIsNamed } from './calendar-address.ts'
import { CalendarBody, type Said } from './calendar-body.tsx'
import css from './calendar-modal.module.css'
import type { Day } from './days.ts'
import { EventDialog } from './event-dialog.tsx'

export type CalendarModalProps = {
  open: boolean
  day: Day
  /** Opened to plan something at once. */
  adds: boolean
  now: Date
  mentorship: Mentorship
  active: readonly Mentorship[]
}

/**
 * The form stays where it is until its closing movement has ended, and with the mentorship for which it was opened: what is
 * written for one must never be saved in another.
 */
type Form = { event: CalendarEvent | null; mentorship: number; isOpen: boolean; number: number }

export function CalendarModal({ open, day, adds, now, mentorship: first, active }: CalendarModalProps) {
  const t = useText()
  const { showDay, hasAdded, close } = useCalendarWays()
  const mentorship = useOpenedMentorship({ open, first, active })
  const [form, setForm] = useState<Form | null>(null)
  const [said, setSaid] = useState<Said>(null)
  const [isShown, setShown] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const dayRef = useRef<HTMLButtonElement>(null)
  const titleRef = useRef<HTMLHeadingElement>(null)

  function openForm(event: CalendarEvent | null) {
    setSaid(null)
    setForm((before) => ({ event, mentorship: mentorship.id, isOpen: true, number: (before?.number ?? 0) + 1 }))
  }
  if (open !== isShown) {
    setShown(open)
    setClosing(false)
    setSaid(null)
    setForm(open && adds ? { event: null, mentorship: mentorship.id, isOpen: true, number: 0 } : null)
  }
  const handleAdded = useEffectEvent(hasAdded)
  useEffect(() => {
    if (open && adds) handleAdded()
  }, [open, adds])

  // A second press before the address has changed must not go back once more, out of the home.
  function handleClose() {
    if (isClosing) return
    setClosing(true)
    close()
  }

  const closeForm = () => setForm((held) => held && { ...held, isOpen: false })
  function handleDone(what: Exclude<Said, null>, event?: CalendarEvent) {
    closeForm()
    setSaid(what)
    if (event && dayOf(event) !== day) showDay(dayOf(event))
  }

  /** What was said of one day is no news on another. */
  function handleDay(chosen: Day) {
    setSaid(null)
    showDay(chosen)
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
      beside={
        <Button kind="primary" onClick={() => openForm(null)}>
          <Icon of={plus} /> {t('addEvent')}
        </Button>
      }
    >
      <CalendarBody
        key={mentorship.id}
        day={day}
        today={plainDay(now.toISOString())}
        now={now}
        mentorship={mentorship}
        active={active}
        said={said}
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
          // Opened together with the calendar: what opened both lies behind it, on the home.
          finalFocus={form.number === 0 ? titleRef : undefined}
          // The button that opened it is gone with its event.
          onClosed={() => said === 'deleted' && titleRef.current?.focus()}
        />
      )}
    </Dialog>
  )
}

type Opened = { open: boolean; first: Mentorship; active: readonly Mentorship[] }

/**
 * One that begins meanwhile comes first on the home where the address names none. The calendar stays with the one it was
 * opened for, as long as that goes on.
 */
function useOpenedMentorship({ open, first, active }: Opened): Mentorship {
  const isNamed = useIsNamed(first.id)
  const [opened, setOpened] = useState(first.id)
  const [wasOpen, setWasOpen] = useState(open)
  const isOpening = open && !wasOpen
  const shown = (!isNamed && !isOpening && active.find(({ id }) => id === opened)) || first
  if (open !== wasOpen) setWasOpen(open)
  if (opened !== shown.id) setOpened(shown.id)
  return shown
}
