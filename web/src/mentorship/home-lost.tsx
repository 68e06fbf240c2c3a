import { fetchLostParts, useHomePart } from '#core/home-slots.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'

/** At the head of the home, where also those find it who came by an address of the calendar. */
export function HomeLost() {
  const t = useText()
  const parts = [useHomePart('days'), useHomePart('over')]
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
          onClick={fetchLostParts}
        >
          {t('action.retry')}
        </Button>
      }
    >
      {t('mentorship.calendar.lost')}
    </Note>
  )
}
