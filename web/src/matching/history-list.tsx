import type { MatchStatus, MatchTracker } from '@saathi/contract/matching/entities'
import { useId } from 'react'
import { longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { check, clock, type IconShape } from '#core/ui/icons.ts'
import type { HistoryDay } from './cache.ts'
import css from './history-list.module.css'

type Look = { tone: ChipTone; icon?: IconShape; isHighlighted: boolean }
const looks: Record<MatchStatus, Look> = {
  ACTIVE: { tone: 'primary', icon: clock, isHighlighted: true },
  SUCCESS: { tone: 'ok', icon: check, isHighlighted: true },
  REJECTED: { tone: 'plain', isHighlighted: false },
  EXPIRED: { tone: 'plain', isHighlighted: false },
}

export function HistoryList({ days }: { days: readonly HistoryDay[] }) {
  return (
    <div className={css.days}>
      {days.map((day) => (
        <Day key={day.day} {...day} />
      ))}
    </div>
  )
}

function Day({ day, matches }: HistoryDay) {
  const headId = useId()
  const language = useLanguage()
  return (
    <section className={css.day} aria-labelledby={headId}>
      <h3 id={headId}>{longDay(`${day}T12:00:00+05:30`, language)}</h3>
      <ul className={css.list}>
        {matches.map((match) => (
          <Item key={match.id} match={match} />
        ))}
      </ul>
    </section>
  )
}

function Item({ match: { fullName, displayPicture, affiliation, status, displayMessage } }: { match: MatchTracker }) {
  const t = useText()
  const { tone, icon, isHighlighted } = looks[status]
  return (
    <li className={classNames(css.item, isHighlighted && css.highlighted)} data-highlighted={isHighlighted || undefined}>
      <Avatar name={fullName} picture={displayPicture} className={isHighlighted ? undefined : css.grey} />
      <div className={css.words}>
        <p className={css.name}>{fullName}</p>
        {affiliation && <p className={css.more}>{affiliation}</p>}
        {displayMessage && <p className={css.more}>{displayMessage}</p>}
      </div>
      <Chip tone={tone} icon={icon}>
        {t(`matching.status.${status}`)}
      </Chip>
    </li>
  )
}
