import type { Member, Mentorship, MentorshipProgress } from '@saathi/contract/mentorship/entities'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useHomeSlot } from '#core/slots.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar, AvatarStack } from '#core/ui/avatar.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { down } from '#core/ui/icons.ts'
import { Thread } from '#core/ui/progress/thread.tsx'
import { partnerLink } from '../home/address.ts'
import css from './members.module.css'

const MAX_FACES = 4

type PartnerMembersProps = { mentorship: Mentorship; progress: MentorshipProgress }

/** Several partners: collapsed to their faces, expanded with each one's progress. */
export function PartnerMembers({ mentorship, progress }: PartnerMembersProps) {
  const t = useText()
  const listId = useId()
  // Expanded for pair managers, because there is nothing else on their page.
  const [isOpen, setOpen] = useState(mentorship.part === 'pair_manager')
  const { partners } = mentorship
  return (
    <div className={css.members}>
      <button type="button" className={css.fold} aria-expanded={isOpen} aria-controls={listId} onClick={() => setOpen(!isOpen)}>
        <span className={css.faces} aria-hidden="true">
          <AvatarStack label="">
            {partners.slice(0, MAX_FACES).map(({ userId, userFullName, displayPicture }) => (
              <Avatar key={userId} size="sm" name={userFullName} picture={displayPicture} />
            ))}
          </AvatarStack>
        </span>
        <span>
          {t(mentorship.part === 'mentor' ? 'mentorship.members.mentees' : 'mentorship.members.people', {
            count: partners.length,
          })}
        </span>
        <Icon of={down} className={css.arrow} />
      </button>
      <ul id={listId} className={css.list} hidden={!isOpen} aria-label={t('mentorship.members.list')}>
        {partners.map((member) => (
          <Row key={member.userId} member={member} mentorship={mentorship.id} progress={progress} />
        ))}
      </ul>
    </div>
  )
}

type RowProps = { member: Member; mentorship: number; progress: MentorshipProgress }

function Row({ member, mentorship, progress }: RowProps) {
  const { userId, userFullName, displayPicture } = member
  const { Part: Contact } = useHomeSlot('contact')
  const counts = progress.partners.find((partner) => partner.userId === userId)
  return (
    <li className={css.row}>
      <Avatar name={userFullName} picture={displayPicture} />
      <div className={css.words}>
        <p className={css.name}>
          <Link {...partnerLink(userId, mentorship)}>{userFullName}</Link>
        </p>
        {counts && <Progress name={userFullName} counts={counts} total={progress.totalSessions} />}
        <div className={css.contact}>{Contact && <Contact mentorship={mentorship} member={member} isSmall />}</div>
      </div>
    </li>
  )
}

type ProgressProps = { name: string; counts: MentorshipProgress['partners'][number]; total: number }

function Progress({ name, counts: { completedSessions, completedQuiz }, total }: ProgressProps) {
  const t = useText()
  const quizzes = t('mentorship.members.quizzes', { count: completedQuiz })
  const count = t('mentorship.members.done', { completed: completedSessions, total })
  return (
    <>
      <Thread
        slim
        className={css.thread}
        value={(completedSessions / total) * 100}
        label={t('mentorship.members.progress', { name })}
        valueText={`${count}, ${quizzes}`}
      />
      <p className={css.count}>
        <span>{count}</span>
        <span>{quizzes}</span>
      </p>
    </>
  )
}
