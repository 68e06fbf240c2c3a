import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { HomeSlotProps } from '#core/slots.ts'
import { plainDay } from '#core/i18n/india-time.ts'
import { useText } from '#core/i18n/texts.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { useNow } from '#mentorship/public.ts'
import { useOpensForm, useCalendarAddress, useCalendarNavigation } from '../calendar-address.ts'
import type { CalendarModalProps } from '../view/modal.tsx'
import type { Day } from '../days.ts'
import '../live.ts'
import { modal } from '../screens.ts'

/** Shown over the home while the URL contains a day. Its script is loaded when it is first opened. */
export function HomeCalendar({ mentorship, active }: HomeSlotProps) {
  const now = useNow()
  const urlDay = useCalendarAddress(plainDay(now.toISOString()))
  const addsAtOnce = useOpensForm()
  const { Modal } = useModal(urlDay !== null)
  // Keeps the last day while it closes.
  const [shown, setShown] = useState<Day | null>(urlDay)
  if (urlDay !== null && urlDay !== shown) setShown(urlDay)
  if (shown === null) return null
  if (Modal) {
    return <Modal open={urlDay !== null} day={shown} adds={addsAtOnce} now={now} mentorship={mentorship} active={active} />
  }
  return (
    <Suspense>
      <Opening open={urlDay !== null} />
    </Suspense>
  )
}

/** Used if the script of the placeholder cannot be loaded: then the calendar cannot be loaded either, and shows the error. */
const nothing = (_props: { open: boolean }) => null
const Opening = lazy(async () => ({
  default: await import('./opening.tsx').then(
    (part) => part.Opening,
    () => nothing,
  ),
}))

function useModal(isWanted: boolean) {
  const t = useText()
  const { close } = useCalendarNavigation()
  const [Modal, setModal] = useState<ComponentType<CalendarModalProps> | null>(null)

  const giveUp = useEffectEvent(() => {
    showToast({ text: t('calendar.lost'), tone: 'bad' })
    close()
  })
  useEffect(() => {
    if (!isWanted || Modal) return undefined
    let isHere = true
    modal().then(
      ({ CalendarModal }) => isHere && setModal(() => CalendarModal),
      () => isHere && giveUp(),
    )
    return () => {
      isHere = false
    }
  }, [isWanted, Modal])

  return { Modal }
}
