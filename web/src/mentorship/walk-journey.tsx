import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Note } from '#core/ui/note.tsx'
import type { SessionContext } from '#learning/public.tsx'
import { CardBookmark } from './cards-bookmark.tsx'
import { CardProgress } from './cards-progress.tsx'
import { takeWalked, walkKey } from './session-queries.ts'
import { sessionLinks } from './walk-links.ts'

/** The rules of a mentorship for the player; before the session is here, nothing can be sent. */
export function useWalkJourney(walk: MentorshipSession | undefined, named: number | undefined): SessionContext {
  const { curriculum } = useProfile().status.experiences
  const links = sessionLinks(named)
  const isLocked = curriculum !== 'use'
  const isReadOnly = !walk?.isOpen || isLocked
  return {
    ...links,
    toOutside: links.toSummary,
    mentorship: walk?.mentorship ?? named,
    isReadOnly,
    notice: walk && isReadOnly && <ReadOnlyNote hasEnded={!walk.isOpen} />,
    words: { area: 'mentorship.title', goHome: 'mentorship.session.goHome', backHome: 'mentorship.session.backHome' },
    sessionKey: (session) => walkKey(session, named),
    takeProgress: (client, standing) => {
      if (walk) takeWalked(client, walk.mentorship, standing)
    },
    renderProgress: ({ title }) => walk && <CardProgress session={walk} title={title} isOpen={!isReadOnly} />,
    renderBookmark: (card) => <CardBookmark {...card} />,
  }
}

function ReadOnlyNote({ hasEnded }: { hasEnded: boolean }) {
  const t = useText()
  return <Note tone="calm">{t(hasEnded ? 'mentorship.session.ended' : 'mentorship.session.locked')}</Note>
}
