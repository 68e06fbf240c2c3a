import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Note } from '#core/ui/note.tsx'
import type { SessionContext } from '#learning/public.tsx'
import { CardBookmark } from './cards-bookmark.tsx'
import { CardProgress } from './cards-progress.tsx'
import { refetchAfterProgress, mentorshipSessionKey } from './session-queries.ts'
import { sessionLinks } from './session-links.ts'

/** The session context of a mentorship; read-only until the session is loaded. */
export function useMentorshipContext(detail: MentorshipSession | undefined, requested: number | undefined): SessionContext {
  const { curriculum } = useProfile().status.experiences
  const links = sessionLinks(requested)
  const isLocked = curriculum !== 'use'
  const isReadOnly = !detail?.isOpen || isLocked
  return {
    ...links,
    toOutside: links.toSummary,
    mentorship: detail?.mentorship ?? requested,
    isReadOnly,
    notice: detail && isReadOnly && <ReadOnlyNote hasEnded={!detail.isOpen} />,
    words: { area: 'mentorship.title', goHome: 'mentorship.session.goHome', backHome: 'mentorship.session.backHome' },
    sessionKey: (session) => mentorshipSessionKey(session, requested),
    onProgress: (client, progress) => {
      if (detail) refetchAfterProgress(client, detail.mentorship, progress)
    },
    renderProgress: ({ title }) => detail && <CardProgress session={detail} title={title} isOpen={!isReadOnly} />,
    renderBookmark: (card) => <CardBookmark {...card} />,
  }
}

function ReadOnlyNote({ hasEnded }: { hasEnded: boolean }) {
  const t = useText()
  return <Note tone="calm">{t(hasEnded ? 'mentorship.session.ended' : 'mentorship.session.locked')}</Note>
}
