import { remainingSessions } from '@saathi/contract/mentorship/progress'
import type { Member, Mentorship, MentorshipProgress } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ContactProps, useHomeSlot } from '#core/slots.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Card } from '#core/ui/card.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { twoDigits } from '#learning/public.ts'
import { partnerLink } from '../home/address.ts'
import { HomeFailed } from '../home/failed.tsx'
import css from './card.module.css'
import { PartnerMembers } from './members.tsx'
import partnerNumbersCss from './numbers.module.css'
import { PartnerNumbersSkeleton } from './skeleton.tsx'
import partnerThreadCss from './thread.module.css'
import { progressQuery } from '../queries.ts'
import { shortName } from '../short-name.ts'

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
        <HomeFailed small title={t('mentorship.partner.failed')} query={progress} />
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

function PartnerNumbers({ progress }: { progress: MentorshipProgress }) {
  const t = useText()
  const { completedSessions, completedQuiz, totalQuiz, badges } = progress
  return (
    <dl className={partnerNumbersCss.numbers}>
      <Number value={twoDigits(completedSessions)} label={t('mentorship.number.completed')} />
      <Number value={twoDigits(remainingSessions(progress))} label={t('mentorship.number.remaining')} />
      <Number value={`${completedQuiz}/${totalQuiz}`} label={t('mentorship.number.quizzes')} />
      <Number value={twoDigits(badges.length)} label={t('mentorship.number.badges')} />
    </dl>
  )
}

function Number({ value, label }: { value: string; label: string }) {
  return (
    <div className={partnerNumbersCss.number}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

type PartnerThreadProps = {
  progress: MentorshipProgress
  /** Undefined for several partners, whose beads would overlap. */
  partner: Member | undefined
}

/** Both people on one line, each at the number of completed sessions. */
function PartnerThread({ progress, partner }: PartnerThreadProps) {
  const t = useText()
  const me = useProfile()
  const { completedSessions: own, totalSessions: total } = progress
  const theirs = progress.partners.find(({ userId }) => userId === partner?.userId)?.completedSessions
  const words = [
    t('mentorship.thread.you', { completed: own, total }),
    partner && theirs !== undefined && t('mentorship.thread.partner', { name: shortName(partner), completed: theirs, total }),
  ]
  const at = (completed: number) => (total === 0 ? 0 : (Math.min(completed, total) / total) * 100)
  return (
    <div
      className={classNames(
        partnerThreadCss.thread,
        theirs === undefined && partnerThreadCss.alone,
        own === theirs && partnerThreadCss.together,
      )}
      role="img"
      aria-label={words.filter(Boolean).join(' ')}
    >
      <span className={partnerThreadCss.fill} style={{ inlineSize: `${at(own)}%` }} />
      {partner && theirs !== undefined && (
        <Bead
          className={partnerThreadCss.partner}
          at={at(theirs)}
          name={partner.userFullName}
          picture={partner.displayPicture}
          label={t('mentorship.thread.done', { name: shortName(partner), completed: twoDigits(theirs) })}
        />
      )}
      <Bead
        className={partnerThreadCss.me}
        at={at(own)}
        name={me.displayName}
        picture={me.picture}
        label={t('mentorship.thread.done', { name: t('mentorship.thread.me'), completed: twoDigits(own) })}
      />
    </div>
  )
}

type BeadProps = { className: string | undefined; at: number; name: string; picture: string | null; label: string }

function Bead({ className, at, name, picture, label }: BeadProps) {
  return (
    <span className={className} aria-hidden="true">
      <span className={partnerThreadCss.bead} style={{ insetInlineStart: `${at}%` }}>
        <Avatar className={partnerThreadCss.face} size="sm" name={name} picture={picture} />
      </span>
      {/* Moved inwards at both ends, so that it stays inside the card. */}
      <span className={partnerThreadCss.label} style={{ insetInlineStart: `${at}%`, transform: `translateX(-${at}%)` }}>
        {label}
      </span>
    </span>
  )
}
