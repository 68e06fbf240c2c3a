import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { SessionContextProvider, isRefusedWith, SessionFailed, useWithWaiting, type SessionContext } from '#learning/public.tsx'
import '../live.ts'
import { mentorshipSessionQuery, refetchAfterProgress, mentorshipSessionKey } from './queries.ts'
import { useSessionAddress } from './address.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Note } from '#core/ui/note.tsx'
import { CardBookmark, CardProgress } from '../cards/progress.tsx'
import { sessionLinks } from './links.ts'
import { Link } from '@tanstack/react-router'
import noResults from '#art/no-results.svg'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { FallbackCards } from '../home/fallback-cards.tsx'
import { HomeFailed, HomeTitle } from '../home/failed.tsx'
import { HomeSkeleton } from '../home/skeleton.tsx'
import { mentorshipsQuery } from '../queries.ts'
import css from './refused.module.css'

type SessionGateProps = {
  /** The skeleton of the page. */
  pending: ReactNode
  children: (detail: MentorshipSession) => ReactNode
}

/** Wrapper of all pages of a mentorship session: loads it and handles missing and failed ones. */
export function SessionGate(props: SessionGateProps) {
  const { session, mentorship } = useSessionAddress()
  if (session === undefined) return <SessionNotFound />
  return <Loaded key={`${session}.${mentorship}`} session={session} mentorship={mentorship} {...props} />
}

type LoadedProps = SessionGateProps & { session: number; mentorship: number | undefined }

function Loaded({ session, mentorship, pending, children }: LoadedProps) {
  const { data, error, refetch } = useQuery(mentorshipSessionQuery(session, mentorship))
  const context = useMentorshipContext(data, mentorship)
  const detail = useWithWaiting(data, data?.mentorship)
  if (isRefusedWith(error, 'learning.session_not_found')) return <NoAccess isUnknown />
  const isClosed = isRefusedWith(error, 'learning.walk_closed') || isRefusedWith(error, 'learning.curriculum_locked')
  if (isClosed) return <NoAccess />
  return (
    <SessionContextProvider value={context}>
      {/* Without a mentorship in the address, the newest one may change; the page state must then be reset. */}
      {detail ? (
        <Fragment key={detail.mentorship}>{children(detail)}</Fragment>
      ) : error ? (
        <SessionFailed error={error} onRetry={() => void refetch()} />
      ) : (
        pending
      )}
    </SessionContextProvider>
  )
}

/** The session context of a mentorship; read-only until the session is loaded. */
function useMentorshipContext(detail: MentorshipSession | undefined, requested: number | undefined): SessionContext {
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

/** People without a mentorship get the programme's cards; others may get "not found". */
function NoAccess({ isUnknown = false }: { isUnknown?: boolean }) {
  const { curriculum } = useProfile().status.experiences
  if (curriculum === 'use') return <Refused isUnknown={isUnknown} />
  return <FallbackCards why={curriculum === 'show' ? 'locked' : 'off'} />
}

function Refused({ isUnknown }: { isUnknown: boolean }) {
  const t = useText()
  const mentorships = useQuery(mentorshipsQuery)
  if (mentorships.data) {
    const hasActive = mentorships.data.some(({ isActive }) => isActive)
    if (!hasActive) return <FallbackCards why="alone" />
    return isUnknown ? <SessionNotFound /> : <FallbackCards why="closed" />
  }
  return (
    <>
      <HomeTitle />
      {mentorships.error ? <HomeFailed level={1} title={t('mentorship.failed.title')} query={mentorships} /> : <HomeSkeleton />}
    </>
  )
}

function SessionNotFound() {
  const t = useText()
  const { mentorship } = useSessionAddress()
  const home = (
    <ButtonLink kind="primary" render={<Link {...sessionLinks(mentorship).toHome()} />}>
      {t('mentorship.session.goHome')}
    </ButtonLink>
  )
  return (
    <div className={css.place}>
      <HomeTitle of={t('mentorship.session.notFound.title')} />
      <Empty
        level={1}
        drawing={noResults}
        title={t('mentorship.session.notFound.title')}
        text={t('mentorship.session.notFound.text')}
        action={home}
      />
    </div>
  )
}
