import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import noResults from '#art/no-results.svg'
import { ApiError } from '#core/api-error.ts'
import { useHomeSlot } from '#core/slots.ts'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { openReport } from '#core/report.ts'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { back, flag } from '#core/ui/icons.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { RequestCard } from '../course/request-card.tsx'
import { readId, useHomeAddress } from '../home/address.ts'
import { HomeFailed, HomeTitle } from '../home/failed.tsx'
import '../live.ts'
import css from './page.module.css'
import { mentorshipsQuery, partnerQuery } from '../queries.ts'
import { sessionLinks } from '../session/links.ts'

/** The partner's profile, read-only. */
export function PartnerPage() {
  const t = useText()
  const userId = readId(useParams({ strict: false }).userId)
  const { mentorship: requested } = useHomeAddress()
  const mentorships = useQuery({ ...mentorshipsQuery, enabled: userId !== undefined && requested === undefined })
  if (userId === undefined) return <NotFound />
  if (requested !== undefined) return <Partner userId={userId} mentorship={requested} />
  if (mentorships.data) {
    const shared = mentorships.data.find((mentorship) => hasMember(mentorship, userId))
    return shared ? <Partner userId={userId} mentorship={shared.id} /> : <NotFound />
  }
  if (mentorships.error) return <HomeFailed level={1} title={t('mentorship.profile.failed')} query={mentorships} />
  return <PartnerPageSkeleton />
}

const hasMember = ({ partners, pairManager }: Mentorship, userId: number) =>
  [...partners, pairManager].some((member) => member?.userId === userId)

function Partner({ userId, mentorship }: { userId: number; mentorship: number }) {
  const t = useText()
  const language = useLanguage()
  const { Part: Contact } = useHomeSlot('contact')
  const query = useQuery(partnerQuery(mentorship, userId))
  // Former members are no longer shown, even if they were cached.
  if (query.error instanceof ApiError && [403, 404].includes(query.error.status)) return <NotFound />
  if (!query.data) {
    if (query.error) return <HomeFailed level={1} title={t('mentorship.profile.failed')} query={query} />
    return <PartnerPageSkeleton />
  }
  const { userFullName, firstName, displayPicture, bio, part, isActive, joinedAt } = query.data
  return (
    <div className={css.page}>
      <HomeTitle of={userFullName} />
      <Link className={css.back} {...sessionLinks(mentorship).toHome()}>
        <Icon of={back} />
        {t('mentorship.profile.back')}
      </Link>
      <Card className={css.card} aria-labelledby="mentorship-profile">
        <Avatar size="xl" name={userFullName} picture={displayPicture} />
        <div className={css.words}>
          <p className={css.sub}>{t(`mentorship.part.${part}`)}</p>
          <h1 id="mentorship-profile">{userFullName}</h1>
          <p className={css.sub}>{t('mentorship.profile.since', { date: shortDay(joinedAt, language) })}</p>
        </div>
        <div className={css.contact}>{Contact && isActive && <Contact mentorship={mentorship} member={query.data} />}</div>
        <div className={css.about}>
          {part === 'pair_manager' && <p className={css.private}>{t('mentorship.profile.private', { name: firstName })}</p>}
          <h2>{t('mentorship.profile.about')}</h2>
          <p className={bio ? css.bio : css.sub}>{bio || t('mentorship.profile.noBio', { name: firstName })}</p>
        </div>
        <Button
          className={css.report}
          kind="quiet"
          size="sm"
          onClick={() =>
            openReport(
              { kind: 'profile', id: String(userId) },
              part === 'pair_manager' ? null : { personId: userId, name: userFullName },
            )
          }
        >
          <Icon of={flag} size={18} />
          {part === 'pair_manager' ? t('safety.report.open') : t('safety.open', { name: firstName })}
        </Button>
      </Card>
      {isActive && <RequestCard mentorship={mentorship} />}
    </div>
  )
}

function NotFound() {
  const t = useText()
  return (
    <div className={css.page}>
      <HomeTitle />
      <Card as="div">
        <Empty
          level={1}
          drawing={noResults}
          title={t('mentorship.profile.missing')}
          text={t('mentorship.profile.missingText')}
          action={
            <ButtonLink kind="primary" render={<Link to="/mentorship" />}>
              {t('mentorship.profile.back')}
            </ButtonLink>
          }
        />
      </Card>
    </div>
  )
}

function PartnerPageSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('mentorship.profile.loading')} className={css.page}>
      <h1 className="sr">{t('mentorship.title')}</h1>
      <Card as="div" className={css.card}>
        <Skeleton shape="circle" width="88px" height="88px" />
        <div className={css.words}>
          <Skeleton width="80px" height="14px" />
          <Skeleton width="200px" height="28px" />
        </div>
      </Card>
    </SkeletonGroup>
  )
}
