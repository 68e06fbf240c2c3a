import { effectIfUndecided, type ChoiceEffect } from '@saathi/contract/matching/choices'
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
import { clashesOf, endOf, obstacleOf } from './card-texts.ts'
import { CountdownChip } from './countdown-chip.tsx'
import type { Choices } from './use-choices.ts'

const noEffect: ChoiceEffect = { groupCompatibility: null, clashingCriterias: [], clashesWith: [] }

type MatchCardProps = {
  match: MatchTracker
  choices: Choices
  /** Mentees who have a place in the group. */
  members: readonly GroupMemberInfo[]
  expiryHours: number
  /** True while the choices are being sent. */
  isLocked: boolean
  onChoose: (interest: Interest) => void
}

/** A potential match, the reasons, and the two answers or what prevents them. */
export function MatchCard({ match, choices, members, expiryHours, isLocked, onChoose }: MatchCardProps) {
  const t = useText()
  const titleId = useId()
  const listed = new Intl.ListFormat(localeOf(useLanguage()), { type: 'conjunction' })
  const context = { matches: choices.matches, members }
  const effect = choices.effects.get(match.id) ?? noEffect
  const end = endOf(match, t)
  const obstacle = end ?? obstacleOf(match, effect, context, t, listed)
  const isClashing = effect.groupCompatibility === 'INCOMPATIBLE'
  // Also checked for an accepted match: newer group data may have no place for it.
  const isDecided = match.interestStatus !== null
  const decidedObstacle = isDecided
    ? obstacleOf(match, effectIfUndecided(choices.chooser, choices.matches, match.id), context, t, listed)
    : null

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
      {!end && <CardInfo match={match} clashes={clashesOf(match, effect, context)} />}
      <div className={css.foot}>
        {obstacle ? (
          <p className={css.obstacle}>{obstacle.text}</p>
        ) : (
          <CardChoice match={match} isLocked={isLocked} obstacle={decidedObstacle?.text} onChoose={onChoose} />
        )}
      </div>
    </Card>
  )
}
