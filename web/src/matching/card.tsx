import { resettle, type Settled } from '@saathi/contract/matching/choices'
import { localeOf } from '@saathi/contract/core/message'
import type { GroupMemberInfo, Interest, MatchTracker } from '@saathi/contract/matching/entities'
import { useId } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { CardChoice } from './card-choice.tsx'
import { CardInfo } from './card-info.tsx'
import css from './card.module.css'
import { clashesOf, endOf, obstacleOf } from './card-words.ts'
import { CountdownChip } from './countdown-chip.tsx'
import type { Choices } from './use-choices.ts'

const untouched: Settled = { groupCompatibility: null, clashingCriterias: [], clashesWith: [] }

type MatchCardProps = {
  match: MatchTracker
  choices: Choices
  /** Mentees who have a place in the group. */
  members: readonly GroupMemberInfo[]
  expiryHours: number
  /** While what was chosen is on its way. */
  isLocked: boolean
  onChoose: (interest: Interest) => void
}

/** Someone who may fit, why, and the two answers; or what is in the way of them. */
export function MatchCard({ match, choices, members, expiryHours, isLocked, onChoose }: MatchCardProps) {
  const t = useText()
  const titleId = useId()
  const listed = new Intl.ListFormat(localeOf(useLanguage()), { type: 'conjunction' })
  const around = { matches: choices.matches, members }
  const settled = choices.settled.get(match.id) ?? untouched
  const end = endOf(match, t)
  const obstacle = end ?? obstacleOf(match, settled, around, t, listed)
  const isClashing = settled.groupCompatibility === 'INCOMPATIBLE'
  // Also for a yes: what was read of the group after it may not have room for it.
  const isDecided = match.interestStatus !== null
  const inTheWay = isDecided ? obstacleOf(match, resettle(choices.chooser, choices.matches, match.id), around, t, listed) : null

  return (
    <Card as="article" bare sunk={obstacle !== null} className={css.card} aria-labelledby={titleId}>
      <div className={css.head}>
        <Avatar name={match.fullName} picture={match.displayPicture} size="lg" className={css.face} />
        <div className={css.who}>
          <h2 id={titleId} className={css.name} dir="auto">
            {match.fullName}
          </h2>
          {match.affiliation && (
            <p className={css.affiliation} dir="auto">
              {match.affiliation}
            </p>
          )}
          {obstacle ? (
            <Chip tone={isClashing ? 'bad' : 'plain'} className={isClashing ? undefined : css.sunkChip}>
              {obstacle.chip}
            </Chip>
          ) : (
            <CountdownChip match={match} expiryHours={expiryHours} />
          )}
        </div>
      </div>
      {!end && <CardInfo match={match} clashes={clashesOf(match, settled, around)} />}
      <div className={css.foot}>
        {obstacle ? (
          <p className={css.obstacle}>{obstacle.text}</p>
        ) : (
          <CardChoice match={match} isLocked={isLocked} obstacle={inTheWay?.text} onChoose={onChoose} />
        )}
      </div>
    </Card>
  )
}
