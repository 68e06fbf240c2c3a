import { isMentor } from '@saathi/contract/accounts/roles'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TodayCard, useNext } from '#accounts/public.tsx'
import awaiting from '#art/awaiting-response.svg'
import { GoLink } from '#feed/public.ts'
import { useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { ButtonLink, buttonClass } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './fallback-cards.module.css'
import { EndedSessions } from './fallback-ended.tsx'
import { HomeFailed } from './home-failed.tsx'
import { HomeTitle } from './home-title.tsx'
import { programmeCardsQuery } from './queries.ts'
import { PathToPartner } from './path-to-partner.tsx'

/**
 * 'alone': no ongoing mentorship. 'closed': a session of an ended mentorship was opened by somebody with an ongoing one.
 * 'locked': the area is not unlocked yet. 'off': the area is switched off.
 */
export type FallbackReason = 'alone' | 'closed' | 'locked' | 'off'

/** Replaces content that cannot be shown: what a mentorship is like, and the started sessions of ended ones. */
export function FallbackCards({ why }: { why: FallbackReason }) {
  const t = useText()
  const hasHome = why === 'closed' || why === 'locked'
  return (
    <div className={css.page}>
      <HomeTitle />
      <header>
        {why === 'alone' ? (
          <AloneTitle />
        ) : (
          <>
            <h1>{t(`mentorship.fallback.${why}`)}</h1>
            <p className={css.sub}>{t(`mentorship.fallback.${why}.text`)}</p>
          </>
        )}
        {hasHome && (
          <ButtonLink className={css.home} kind="primary" render={<Link to="/mentorship" />}>
            {t('mentorship.profile.back')}
          </ButtonLink>
        )}
      </header>
      {why === 'alone' && (
        <>
          <TodayCard />
          <PathToPartner />
        </>
      )}
      <EndedSessions />
      <section className={css.section} aria-labelledby="mentorship-cards">
        <h2 id="mentorship-cards">{t('mentorship.fallback.cards')}</h2>
        <Cards />
      </section>
    </div>
  )
}

/** People who are not being matched read nothing about a future partner. */
function AloneTitle() {
  const t = useText()
  const { role } = useProfile()
  const { next } = useNext()
  if (next?.step.kind === 'team' && next.step.hadMentorship) return <h1>{t('mentorship.alone.ended')}</h1>
  const side = next?.facts.side ?? (isMentor(role) ? 'mentor' : 'mentee')
  return <h1>{t(`mentorship.alone.${side}`)}</h1>
}

function Cards() {
  const t = useText()
  const isLight = useDataLight()
  const query = useQuery(programmeCardsQuery)
  if (query.data && query.data.length > 0) {
    return (
      <ul className={css.cards} aria-labelledby="mentorship-cards">
        {query.data.map(({ id, image, imageWidth, imageHeight, text, localeText, link }) => (
          <li key={id} className={css.card}>
            {!isLight && <img src={image} alt="" width={imageWidth} height={imageHeight} loading="lazy" decoding="async" />}
            <p>{localeText || text}</p>
            {link && (
              <GoLink
                className={buttonClass({ kind: 'soft', size: 'sm', className: css.go })}
                address={link}
                label={`${t('mentorship.fallback.open')}: ${localeText || text}`}
              >
                {t('mentorship.fallback.open')}
              </GoLink>
            )}
          </li>
        ))}
      </ul>
    )
  }
  if (query.error) {
    return (
      <Card as="div">
        <HomeFailed small level={3} title={t('mentorship.fallback.failed')} asked={query} />
      </Card>
    )
  }
  if (query.data) {
    return (
      <Card as="div">
        <Empty
          small
          level={3}
          drawing={awaiting}
          title={t('mentorship.fallback.empty')}
          text={t('mentorship.fallback.emptyText')}
        />
      </Card>
    )
  }
  return (
    <SkeletonGroup label={t('mentorship.fallback.loading')} className={css.cards}>
      {Array.from({ length: 3 }, (_, place) => (
        <Skeleton key={place} shape="block" height="280px" />
      ))}
    </SkeletonGroup>
  )
}
