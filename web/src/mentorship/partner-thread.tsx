import type { Member, MentorshipProgress } from '@saathi/contract/mentorship/entities'
import { twoDigits } from '#learning/public.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { classNames } from '#core/ui/class-names.ts'
import css from './partner-thread.module.css'
import { shortName } from './short-name.ts'

type PartnerThreadProps = {
  progress: MentorshipProgress
  /** Undefined for several partners, whose beads would overlap. */
  partner: Member | undefined
}

/** Both people on one line, each at the number of completed sessions. */
export function PartnerThread({ progress, partner }: PartnerThreadProps) {
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
      className={classNames(css.thread, theirs === undefined && css.alone, own === theirs && css.together)}
      role="img"
      aria-label={words.filter(Boolean).join(' ')}
    >
      <span className={css.fill} style={{ inlineSize: `${at(own)}%` }} />
      {partner && theirs !== undefined && (
        <Bead
          className={css.partner}
          at={at(theirs)}
          name={partner.userFullName}
          picture={partner.displayPicture}
          label={t('mentorship.thread.done', { name: shortName(partner), completed: twoDigits(theirs) })}
        />
      )}
      <Bead
        className={css.me}
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
      <span className={css.bead} style={{ insetInlineStart: `${at}%` }}>
        <Avatar className={css.face} size="sm" name={name} picture={picture} />
      </span>
      {/* Shifted inwards at both ends, so that it never leaves the card. */}
      <span className={css.label} style={{ insetInlineStart: `${at}%`, transform: `translateX(-${at}%)` }}>
        {label}
      </span>
    </span>
  )
}
