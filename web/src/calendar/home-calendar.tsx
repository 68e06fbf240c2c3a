import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import type { HomePartProps } from '#core/home-slots.ts'
import { plainDay } from '#core/i18n/india-time.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Dialog } from '#core/ui/dialog.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { showToast } from '#core/ui/toast-store.ts'
import { useNow } from '#mentorship/public.ts'
import { useAddsAtOnce, useCalendarAddress, useCalendarWays } from './calendar-address.ts'
import type { CalendarModalProps } from './calendar-modal.tsx'
import type { Day } from './days.ts'
import './live.ts'
import { modal } from './screens.ts'

/** Lies over the home while the address names a day. Its script comes when it is first opened. */
export function HomeCalendar({ mentorship, active }: HomePartProps) {
  const now = useNow()
  const named = useCalendarAddress(plainDay(now.toISOString()))
  const addsAtOnce = useAddsAtOnce()
  const { Modal } = useModal(named !== null)
  // What it showed last stays while it closes.
  const [shown, setShown] = useState<Day | null>(named)
  if (named !== null && named !== shown) setShown(named)
  if (shown === null) return null
  if (Modal) {
    return <Modal open={named !== null} day={shown} adds={addsAtOnce} now={now} mentorship={mentorship} active={active} />
  }
  return <Loading open={named !== null} />
}

/** In its place until its script is there: the home behind lies still already, and who does not want to wait can go back. */
function Loading({ open }: { open: boolean }) {
  const t = useText()
  const { close } = useCalendarWays()
  // A second press before the address has changed must not go back once more, out of the home.
  const [isClosing, setClosing] = useState(false)
  if (isClosing && !open) setClosing(false)

  function handleClose() {
    if (isClosing) return
    setClosing(true)
    close()
  }

  return (
    <Dialog open={open} onClose={handleClose} title={t('calendar.loading')} titleHidden closeLabel={t('calendar.close')}>
      <LoadingBeads label={t('calendar.loading')} />
    </Dialog>
  )
}

function useModal(isWanted: boolean) {
  const t = useText()
  const { close } = useCalendarWays()
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
