import { fetchLostParts, useHomePart } from '#core/home-slots.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'

/** At the top of the home, where people who came by a calendar address see it too. */
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
