import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { users } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import './live.ts'
import { activeMatchesQuery } from './queries.ts'

/** Shown above the home of a person who has a mentorship and is looking for another. */
export function MatchingNote() {
  const t = useText()
  const { data } = useQuery(activeMatchesQuery)
  if (!data) return null
  const hasMatches = data.screen === 2
  return (
    <Note
      icon={users}
      live="status"
      action={
        <ButtonLink size="sm" render={<Link to="/mentorship" search={{ matching: 1 }} />}>
          {t(hasMatches ? 'matching.note.look' : 'matching.note.state')}
        </ButtonLink>
      }
    >
      {t(hasMatches ? 'matching.note.matches' : 'matching.note.searching')}
    </Note>
  )
}
