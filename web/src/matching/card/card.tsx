import { localeOf } from '@saathi/contract/core/message'
import { effectIfUndecided, type ChoiceEffect } from '@saathi/contract/matching/choices'
import { expiryOf, timeLeft } from '@saathi/contract/matching/countdown'
import type { GroupMemberInfo, Interest, MatchTracker } from '@saathi/contract/matching/entities'
import { useId } from 'react'
import { useLanguage, useText, type Translate } from '#core/i18n/texts.tsx'
import { openReport } from '#core/report.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { check } from '#core/ui/basic-icons.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { clock, flag } from '#core/ui/icons.ts'
import { useNow } from '#mentorship/public.ts'
import cardChoiceCss from './choice.module.css'
import { CardInfo } from './info.tsx'
import { clashesOf, obstacleOf } from './texts.ts'
import css from './card.module.css'
import type { Choices } from '../choose/use-choices.ts'

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
  const listFormat = new Intl.ListFormat(localeOf(useLanguage()), { type: 'conjunction' })
  const context = { matches: choices.matches, members }
  const effect = choices.effects.get(match.id) ?? noEffect
  const obstacle = obstacleOf(match, effect, context, t, listFormat)
  const isClashing = effect.groupCompatibility === 'INCOMPATIBLE'
  // Also checked for an accepted match: newer group data may have no place for it.
  const isDecided = match.interestStatus !== null
  const decidedObstacle = isDecided
    ? obstacleOf(match, effectIfUndecided(choices.chooser, choices.matches, match.id), context, t, listFormat)
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
        <ReportMatch match={match} />
      </div>
      <CardInfo match={match} clashes={clashesOf(match, effect, context)} />
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

/** People one has not met cannot be blocked; rejecting the match is enough. */
function ReportMatch({ match: { id, canReport, fullName } }: { match: MatchTracker }) {
  const t = useText()
  return (
    canReport && (
      <IconButton
        icon={flag}
        label={t('safety.report.openOf', { title: fullName })}
        className={css.report}
        onClick={() => openReport({ kind: 'match', id: String(id) }, null)}
      />
    )
  )
}

const HOURS_A_DAY = 24
/** With this many days left, the hours are not shown. */
const IN_DAYS_FROM = 3

type CountdownChipProps = { match: MatchTracker; expiryHours: number }

function CountdownChip({ match, expiryHours }: CountdownChipProps) {
  const t = useText()
  const now = useNow()
  return (
    <Chip tone="warn" icon={clock}>
      {words(expiryOf(match, expiryHours), now.getTime(), t)}
    </Chip>
  )
}

function words(until: number, now: number, t: Translate): string {
  const { days, hours, minutes } = timeLeft(until, now)
  if (days >= IN_DAYS_FROM) return t('matching.card.days', { count: days })
  const allHours = days * HOURS_A_DAY + hours
  if (allHours > 0) return t('matching.card.hours', { count: allHours })
  return minutes > 0 ? t('matching.card.minutes', { count: minutes }) : t('matching.card.soon')
}

const answers = [
  { interest: 'REJECTED', text: 'matching.card.no' },
  { interest: 'INTERESTED', text: 'matching.card.yes' },
] as const

type CardChoiceProps = {
  match: MatchTracker
  isLocked: boolean
  /** Why a rejected match cannot be accepted now, or why an accepted one will be refused. */
  obstacle: string | undefined
  onChoose: (interest: Interest) => void
}

/** Both buttons look equal; the chosen one is filled, and pressing it again clears it. */
function CardChoice({ match: { fullName, interestStatus }, isLocked, obstacle, onChoose }: CardChoiceProps) {
  const t = useText()
  const reasonId = useId()
  return (
    <>
      <div className={cardChoiceCss.answers} role="group" aria-label={fullName}>
        {answers.map(({ interest, text }) => (
          <Button
            key={interest}
            kind="line"
            className={cardChoiceCss.answer}
            aria-pressed={interestStatus === interest}
            disabled={isLocked || (interest === 'INTERESTED' && interestStatus !== 'INTERESTED' && obstacle !== undefined)}
            reasonId={obstacle === undefined ? undefined : reasonId}
            onClick={() => onChoose(interest)}
          >
            {interestStatus === interest && <Icon of={check} size={18} />}
            {t(text)}
          </Button>
        ))}
      </div>
      {obstacle !== undefined && (
        <p id={reasonId} className={cardChoiceCss.reason}>
          {obstacle}
        </p>
      )}
    </>
  )
}
