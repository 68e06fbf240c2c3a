import type { Interest, MatchTracker } from '@saathi/contract/matching/entities'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { check } from '#core/ui/basic-icons.ts'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import css from './card-choice.module.css'

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
export function CardChoice({ match: { fullName, interestStatus }, isLocked, obstacle, onChoose }: CardChoiceProps) {
  const t = useText()
  const reasonId = useId()
  return (
    <>
      <div className={css.answers} role="group" aria-label={fullName}>
        {answers.map(({ interest, text }) => (
          <Button
            key={interest}
            kind="line"
            className={css.answer}
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
        <p id={reasonId} className={css.reason}>
          {obstacle}
        </p>
      )}
    </>
  )
}
