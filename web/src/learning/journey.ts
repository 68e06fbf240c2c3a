import type { SessionDetail, SessionProgress } from '@saathi/contract/learning/detail'
import type { TextKey } from '@saathi/contract/texts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import { hubJourney } from './hub-journey.tsx'

export type Place = { to: string; params?: Record<string, string>; search?: Record<string, string | number> }

/** By which rules one goes through a session: those of the learning hub, or of a mentorship. */
export type SessionContext = {
  /** In which it is walked together; undefined in the hub, where one walks alone. */
  mentorship: number | undefined
  /** What was begun can be read, and nothing is sent any more. */
  isReadOnly: boolean
  /** Why that is so. */
  notice: ReactNode
  words: { area: TextKey; goHome: TextKey; backHome: TextKey }
  toHome: () => Place
  toIntro: (session: number) => Place
  /** Where one comes out before the first step. */
  toOutside: (session: number) => Place
  toStep: (session: number, step: number) => Place
  toQuiz: (session: number, step: number, quiz: number) => Place
  toResult: (session: number, step: number, quiz: number) => Place
  toFeedback: (session: number) => Place
  /** Of the session in the query cache. */
  sessionKey: (session: number) => QueryKey
  /** A newer word on one's progress, for everything besides the session itself that shows it. */
  takeProgress: (client: QueryClient, standing: SessionProgress) => void
  /** How far one has come in a session that was begun: alone in the hub, beside others in a mentorship. */
  renderProgress: (named: { session: SessionDetail; title: string }) => ReactNode
  /** Each area has its own lists in which a bookmark shows. */
  renderBookmark: (named: { session: number; title: string; isBookmarked: boolean }) => ReactNode
}

export const SessionContextProvider = createContext<SessionContext>(hubJourney)
export const useSessionContext = (): SessionContext => use(SessionContextProvider)
