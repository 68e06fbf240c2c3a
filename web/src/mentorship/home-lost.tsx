import { retryHomeSlots, useHomeSlot } from '#core/home-slots.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'

/** At the top of the home, where people who came by a calendar address see it too. */
export function HomeLost() {
  const t = useText()
  const parts = [useHomeSlot('days'), useHomeSlot('over')]
  if (!parts.some(({ isLost }) => isLost)) return null
  return (
    <Note
      tone="warn"
      live="status"
      action={
        <Button
          size="sm"
          busy={parts.some(({ isLoading }) => isLoading)}
          busyLabel={t('action.retrying')}
          onClick={retryHomeSlots}
        >
          {t('action.retry')}
        </Button>
      }
    >
      {t('mentorship.calendar.lost')}
    </Note>
  )
}
