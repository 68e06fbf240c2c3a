import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { useCalendarNavigation } from '../calendar-address.ts'

/** Placeholder until the script is loaded: the home is already inert, and the person can go back. */
export function Opening({ open }: { open: boolean }) {
  const t = useText()
  const { close } = useCalendarNavigation()
  // A second click before the URL has changed must not go back again.
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
