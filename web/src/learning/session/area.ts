import type { SessionDetail, SessionProgress } from '@saathi/contract/learning/detail'
import type { TextKey } from '@saathi/contract/texts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'

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
  /** Where leaving before the first step leads. */
  toOutside: (session: number) => LinkTarget
  toStep: (session: number, step: number) => LinkTarget
  toQuiz: (session: number, step: number, quiz: number) => LinkTarget
  toResult: (session: number, step: number, quiz: number) => LinkTarget
  toFeedback: (session: number) => LinkTarget
  /** Query key of the session. */
  sessionKey: (session: number) => QueryKey
  /** Updates everything else that shows the progress. */
  onProgress: (client: QueryClient, progress: SessionProgress) => void
  /** Progress of a started session: the reader's own in the hub, with the others' in a mentorship. */
  renderProgress: (props: { session: SessionDetail; title: string }) => ReactNode
  /** Each area has its own bookmark lists. */
  renderBookmark: (props: { session: number; title: string; isBookmarked: boolean }) => ReactNode
}
