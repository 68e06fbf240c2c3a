import type { GroupInfo } from '@saathi/contract/matching/entities'
import { groupTimeLeft } from '@saathi/contract/matching/countdown'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar, AvatarStack } from '#core/ui/avatar.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { useNow } from '#mentorship/public.ts'
import css from './group-header.module.css'
import { matchIcons } from '../card/texts.ts'

type GroupHeaderProps = { group: GroupInfo; isMentor: boolean }

/** The forming group. Only the mentor sees what its members must have in common. */
export function GroupHeader({ group, isMentor }: GroupHeaderProps) {
  const t = useText()
  const headId = useId()
  const leader = group.existingMemberInfo.find(({ role }) => role === 'mentor')
  return (
    <Card className={css.group} aria-labelledby={headId}>
      <Faces group={group} />
      <div className={css.words}>
        <h2 id={headId}>{t('matching.group.count', { taken: group.actualSize, size: group.groupSize })}</h2>
        {!isMentor && leader && <p className={css.leader}>{t('matching.group.mentor', { name: leader.fullName })}</p>}
        {isMentor && group.clubRule.length > 0 && <Rules rules={group.clubRule} />}
        {group.isStalled && <p className={css.stalled}>{t('matching.group.stalled')}</p>}
      </div>
      {!group.isStalled && <Start group={group} />}
    </Card>
  )
}

function Faces({ group: { existingMemberInfo, actualSize, groupSize } }: { group: GroupInfo }) {
  const t = useText()
  const open = Math.max(0, groupSize - actualSize)
  // A mentee sees the mentor and themselves; the others are only counted.
  const others = Math.max(0, actualSize - existingMemberInfo.filter(({ role }) => role === 'mentee').length)
  const names = existingMemberInfo.map(({ fullName }) => fullName).join(', ') || t('matching.group.nobody')
  return (
    <div className={css.faces}>
      <AvatarStack label={t('matching.group.faces', { names, others, open })} openPlaces={open}>
        {existingMemberInfo.map(({ id, fullName, displayPicture }) => (
          <Avatar key={id} name={fullName} picture={displayPicture} />
        ))}
        {others > 0 && (
          <span className={css.others} aria-hidden="true">
            +{others}
          </span>
        )}
      </AvatarStack>
    </div>
  )
}

function Rules({ rules }: { rules: GroupInfo['clubRule'] }) {
  const t = useText()
  return (
    <ul className={css.rules} aria-label={t('matching.group.rules')}>
      {rules.map(({ key, name, answer, icon }) => (
        <li key={key}>
          <Chip className={css.rule} icon={matchIcons[icon]}>
            <span className="sr">{t('matching.group.rule', { name })} </span>
            {answer}
          </Chip>
        </li>
      ))}
    </ul>
  )
}

const two = (number: number): string => String(number).padStart(2, '0')

function Start({ group }: { group: GroupInfo }) {
  const t = useText()
  const left = groupTimeLeft(group, useNow().getTime())
  if (!left) return null
  const { days, hours, minutes, isOver } = left
  return (
    <div className={css.start}>
      {!isOver && (
        <p role="timer" aria-live="off">
          <span className={css.in}>{t('matching.group.startsIn')} </span>
          <b aria-hidden="true">
            {days > 0
              ? t('matching.group.days', { days, hours: two(hours) })
              : t('matching.group.hours', { hours, minutes: two(minutes) })}
          </b>
          <span className="sr">
            {days > 0 ? t('matching.group.daysSpoken', { days, hours }) : t('matching.group.hoursSpoken', { hours, minutes })}
          </span>
        </p>
      )}
      <p role="status">{isOver && t('matching.group.now')}</p>
    </div>
  )
}
