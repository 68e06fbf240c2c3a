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
import { WayToPartner } from './way-to-partner.tsx'

/**
 * Nobody walks with the reader; or they opened a session of a mentorship that has ended, while they walk in a new one; or
 * the area is still locked; or it is not open to them at all.
 */
export type FallbackReason = 'alone' | 'closed' | 'locked' | 'off'

/** In place of what cannot be shown: what a mentorship is like, and what was begun in one that has ended. */
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
          <WayToPartner />
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

/** People who are in no search read nothing of a partner to come. */
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
  const asked = useQuery(programmeCardsQuery)
  if (asked.data && asked.data.length > 0) {
    return (
      <ul className={css.cards} aria-labelledby="mentorship-cards">
        {asked.data.map(({ id, image, imageWidth, imageHeight, text, localeText, link }) => (
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
  if (asked.error) {
    return (
      <Card as="div">
        <HomeFailed small level={3} title={t('mentorship.fallback.failed')} asked={asked} />
      </Card>
    )
  }
  if (asked.data) {
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
