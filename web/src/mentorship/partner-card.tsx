import type { Member, Mentorship } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ContactProps, useHomeSlot } from '#core/home-slots.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Card } from '#core/ui/card.tsx'
import { partnerLink } from './home-address.ts'
import { HomeFailed } from './home-failed.tsx'
import css from './partner-card.module.css'
import { PartnerMembers } from './partner-members.tsx'
import { PartnerNumbers } from './partner-numbers.tsx'
import { PartnerNumbersSkeleton } from './partner-skeleton.tsx'
import { PartnerThread } from './partner-thread.tsx'
import { progressQuery } from './queries.ts'

/** The partners and their progress. */
export function PartnerCard({ mentorship }: { mentorship: Mentorship }) {
  const { partners } = mentorship
  const [only] = partners
  const isPair = partners.length === 1 && only !== undefined && mentorship.part !== 'pair_manager'
  return (
    <Card className={css.card} aria-labelledby="mentorship-partner">
      <div className={css.head}>
        {isPair ? <Partner partner={only} mentorship={mentorship} /> : <Group mentorship={mentorship} />}
        <Contact mentorship={mentorship.id} member={isPair ? only : null} />
      </div>
      <PartnerProgress mentorship={mentorship} partner={isPair ? only : undefined} />
      <OtherMembers mentorship={mentorship} />
    </Card>
  )
}

function Partner({ partner, mentorship }: { partner: Member; mentorship: Mentorship }) {
  const t = useText()
  return (
    <div className={css.who}>
      <Avatar className={css.face} size="xl" name={partner.userFullName} picture={partner.displayPicture} />
      <div className={css.words}>
        <p className={css.sub}>{t(partner.part === 'mentor' ? 'mentorship.partner.mentor' : 'mentorship.partner.mentee')}</p>
        <h1 id="mentorship-partner">
          <Link {...partnerLink(partner.userId, mentorship.id)}>{partner.userFullName}</Link>
        </h1>
        {partner.bio && <p className={css.bio}>{partner.bio}</p>}
      </div>
    </div>
  )
}

function Group({ mentorship: { memberCount, part } }: { mentorship: Mentorship }) {
  const t = useText()
  const kind = part === 'pair_manager' ? 'looked' : 'mentor'
  return (
    <div className={css.words}>
      <p className={css.sub}>{t(`mentorship.group.${kind}`)}</p>
      <h1 id="mentorship-partner">{t('mentorship.group.members', { count: memberCount })}</h1>
    </div>
  )
}

function PartnerProgress({ mentorship, partner }: { mentorship: Mentorship; partner: Member | undefined }) {
  const t = useText()
  const progress = useQuery(progressQuery(mentorship.id))
  const { data } = progress
  if (!data) {
    if (!progress.error) return <PartnerNumbersSkeleton />
    return (
      <Card as="div" flat>
        <HomeFailed small title={t('mentorship.partner.failed')} asked={progress} />
      </Card>
    )
  }
  const hasSessions = mentorship.part !== 'pair_manager'
  return (
    <>
      {hasSessions && <PartnerThread progress={data} partner={partner} />}
      {hasSessions && <PartnerNumbers progress={data} />}
      {!partner && <PartnerMembers mentorship={mentorship} progress={data} />}
    </>
  )
}

function Contact({ mentorship, member, isSmall }: ContactProps) {
  const { Part } = useHomeSlot('contact')
  return <div className={css.contact}>{Part && <Part mentorship={mentorship} member={member} isSmall={isSmall} />}</div>
}

/** Fellow mentees are only counted. */
function OtherMembers({ mentorship: { id, otherMentees, pairManager, part } }: { mentorship: Mentorship }) {
  const t = useText()
  const shownManager = part === 'pair_manager' ? null : pairManager
  if (otherMentees === 0 && !shownManager) return null
  return (
    <div className={css.beside}>
      {otherMentees > 0 && <p>{t('mentorship.group.others', { count: otherMentees })}</p>}
      {shownManager && (
        <div className={css.manager}>
          <p>
            {t('mentorship.partner.manager')} <Link {...partnerLink(shownManager.userId, id)}>{shownManager.userFullName}</Link>
          </p>
          <Contact mentorship={id} member={shownManager} isSmall />
        </div>
      )}
    </div>
  )
}
