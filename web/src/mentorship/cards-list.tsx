import type { Member, MentorshipCard as Session } from '@saathi/contract/mentorship/entities'
import { cardKey } from './cache.ts'
import css from './cards-list.module.css'
import { MentorshipCard } from './cards-card.tsx'

type CardListProps = { cards: readonly Session[]; partners: readonly Member[]; label: string }

export function CardList({ cards, partners, label }: CardListProps) {
  return (
    <ul className={css.list} aria-label={label}>
      {cards.map((card) => (
        <li key={cardKey(card)}>
          <MentorshipCard session={card} partners={partners} />
        </li>
      ))}
    </ul>
  )
}
