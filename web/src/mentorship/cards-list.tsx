import type { Mentorship, MentorshipCard as Session } from '@saathi/contract/mentorship/entities'
import css from './cards-list.module.css'
import { MentorshipCard } from './cards-card.tsx'

type CardListProps = { cards: readonly Session[]; mentorship: Mentorship; label: string }

export function CardList({ cards, mentorship, label }: CardListProps) {
  return (
    <ul className={css.list} aria-label={label}>
      {cards.map((card) => (
        <li key={card.id}>
          <MentorshipCard session={card} mentorship={mentorship} />
        </li>
      ))}
    </ul>
  )
}
