import type { SessionDetail, SessionProgress as Progress } from '@saathi/contract/learning/detail'
import type { TextKey } from '@saathi/contract/texts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { profileQuery } from '#core/profile.ts'
import { BookmarkButton } from '../cards/bookmark-button.tsx'
import { SessionProgress } from '../cards/session-progress.tsx'
import { feedbackLink, introLink, quizLink, resultLink, stepLink } from './address.ts'
import { listKey, patchLists, sessionKey } from './cache.ts'

type LinkTarget = { to: string; params?: Record<string, string>; search?: Record<string, string | number> }

/** How a session behaves in its area: the learning hub or a mentorship. */
export type SessionContext = {
  /** Undefined in the hub. */
  mentorship: number | undefined
  /** Started sessions can be read, but nothing is sent. */
  isReadOnly: boolean
  /** Explains why the session is read-only. */
  notice: ReactNode
  words: { area: TextKey; goHome: TextKey; backHome: TextKey }
  toHome: () => LinkTarget
  toIntro: (session: number) => LinkTarget
  /** The link for leaving the session from its first step. */
  toOutside: (session: number) => LinkTarget
  toStep: (session: number, step: number) => LinkTarget
  toQuiz: (session: number, step: number, quiz: number) => LinkTarget
  toResult: (session: number, step: number, quiz: number) => LinkTarget
  toFeedback: (session: number) => LinkTarget
  /** Query key of the session. */
  sessionKey: (session: number) => QueryKey
  /** Updates everything else that shows the progress. */
  onProgress: (client: QueryClient, progress: Progress) => void
  /** Progress of a started session: the reader's own in the hub, with the others' in a mentorship. */
  renderProgress: (props: { session: SessionDetail; title: string }) => ReactNode
  /** Each area has its own bookmark lists. */
  renderBookmark: (props: { session: number; title: string; isBookmarked: boolean }) => ReactNode
}

export const hubContext: SessionContext = {
  mentorship: undefined,
  isReadOnly: false,
  notice: null,
  words: { area: 'learning.title', goHome: 'learning.session.hub', backHome: 'learning.step.toHub' },
  toHome: () => ({ to: '/learninghub' }),
  toIntro: introLink,
  toOutside: introLink,
  toStep: stepLink,
  toQuiz: quizLink,
  toResult: resultLink,
  toFeedback: feedbackLink,
  sessionKey,
  onProgress: (client, progress) => {
    patchLists(client, progress)
    for (const list of ['curated', 'ongoing', 'mine'] as const) void client.invalidateQueries({ queryKey: listKey(list) })
    // A completed session may unlock mentorship, which is part of the profile.
    if (progress.sessionStatus === 'COMPLETED') void client.invalidateQueries({ queryKey: profileQuery.queryKey })
  },
  renderProgress: (props) => <SessionProgress {...props} />,
  renderBookmark: (props) => <BookmarkButton {...props} />,
}

export const SessionContextProvider = createContext<SessionContext>(hubContext)
export const useSessionContext = (): SessionContext => use(SessionContextProvider)
