import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import noResults from '#art/no-results.svg'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { FallbackCards } from './fallback-cards.tsx'
import { HomeFailed } from './home-failed.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { HomeTitle } from './home-title.tsx'
import { mentorshipsQuery } from './queries.ts'
import { useSessionAddress } from './session-address.ts'
import { sessionLinks } from './session-links.ts'
import css from './session-refused.module.css'

/** People without a mentorship get the programme's cards; others may get "not found". */
export function NoAccess({ isUnknown = false }: { isUnknown?: boolean }) {
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
      {mentorships.error ? <HomeFailed level={1} title={t('mentorship.failed.title')} asked={mentorships} /> : <HomeSkeleton />}
    </>
  )
}

export function SessionNotFound() {
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
