import type { MatchRun } from '@saathi/contract/matching/staff-calls'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import css from './matching.module.css'

type Why = Pick<MatchRun['leftOverBy'][number], 'part' | 'reason' | 'criterionName'>

/** People without a match and the reasons: first counts, then names. */
export function LeftOver({ run: { leftOver, leftOverBy, leftOverCount } }: { run: MatchRun }) {
  const t = useText()
  const [areNamed, setNamed] = useState(false)
  const most = Math.max(1, ...leftOverBy.map(({ count }) => count))
  const textOf = ({ part, reason, criterionName }: Why) =>
    criterionName === null
      ? t(`staff.matching.why.${part}.${reason}`)
      : t(`staff.matching.whyAt.${reason === 'no_answer' ? 'no_answer' : 'nobody_fits'}`, { criterion: criterionName })
  return (
    <Card className={css.aside}>
      <h2>{t('staff.matching.leftOverTitle', { count: leftOverCount })}</h2>
      <ul className={css.bars}>
        {leftOverBy.map(({ count, ...why }) => (
          <li key={`${why.part} ${why.reason} ${why.criterionName}`}>
            <span>{textOf(why)}</span>
            <b>{count}</b>
            <i style={{ inlineSize: `${Math.round((100 * count) / most)}%` }} />
          </li>
        ))}
      </ul>
      {leftOver.length > 0 && (
        <Button size="sm" kind="line" aria-expanded={areNamed} onClick={() => setNamed(!areNamed)}>
          {t(areNamed ? 'staff.matching.hideNames' : 'staff.matching.showNames')}
        </Button>
      )}
      {areNamed && (
        <ul className={css.names}>
          {leftOver.map(({ person, name, ...why }) => (
            <li key={person}>
              <Link to="/staff/people/$personId" params={{ personId: String(person) }}>
                {name}
              </Link>
              <small>{textOf(why)}</small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
