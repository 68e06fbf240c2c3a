import type { MatchTracker } from '@saathi/contract/matching/entities'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import css from './ended.module.css'
import { endTextOf } from './texts.ts'

/** People who can no longer be chosen, and why: nobody disappears without a word. */
export function EndedMatches({ matches }: { matches: readonly MatchTracker[] }) {
  const t = useText()
  const titleId = useId()
  if (matches.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={css.title}>
        {t('matching.card.ended')}
      </h2>
      <ul className={css.list}>
        {matches.map((match) => (
          <li key={match.id} className={css.match}>
            <Avatar className={css.face} name={match.fullName} picture={match.displayPicture} />
            <p>
              <b dir="auto">{match.fullName}</b> {endTextOf(match, t)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
