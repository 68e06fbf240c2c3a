import type { Card as Told } from '@saathi/contract/content/community-calls'
import { GoLink } from '#feed/face.ts'
import { useId, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { buttonClass } from '#core/ui/button.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { left, right } from '#core/ui/icons.ts'
import css from './internship-carousel.module.css'

type InternshipCarouselProps = { title: string; cards: readonly Told[] }

/** A row one swipes, scrolls with the arrow keys once it has the focus, or turns by two buttons. */
export function InternshipCarousel({ title, cards }: InternshipCarouselProps) {
  const t = useText()
  const titleId = useId()
  const row = useRef<HTMLUListElement>(null)
  const [place, setPlace] = useState(0)
  const isFirst = place === 0
  const isLast = place === cards.length - 1

  function go(to: number) {
    const card = row.current?.children[to]
    // Not scrollIntoView, which would move the page too. How it glides is the style's to say.
    if (card instanceof HTMLElement) row.current?.scrollTo({ left: card.offsetLeft - firstLeft(row.current) })
  }

  return (
    <section className={css.section} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        <p className={css.place} role="status">
          {t('internship.cards.place', { place: place + 1, count: cards.length })}
        </p>
        <IconButton icon={left} label={t('internship.cards.previous')} disabled={isFirst} onClick={() => go(place - 1)} />
        <IconButton icon={right} label={t('internship.cards.next')} disabled={isLast} onClick={() => go(place + 1)} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key */}
      <ul ref={row} className={css.row} tabIndex={0} aria-labelledby={titleId} onScroll={() => setPlace(placeOf(row.current))}>
        {cards.map((card) => (
          <li key={card.id} className={css.card}>
            <img src={card.image} alt="" width={card.imageWidth} height={card.imageHeight} loading="lazy" decoding="async" />
            <p>{card.localeText || card.text}</p>
            {card.link && (
              <GoLink className={buttonClass({ kind: 'soft', size: 'sm', className: css.go })} address={card.link}>
                {t('internship.cards.open')}
              </GoLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const cardsIn = (row: HTMLElement) => [...row.children].filter((card) => card instanceof HTMLElement)
const firstLeft = (row: HTMLElement) => cardsIn(row)[0]?.offsetLeft ?? 0

/** The card at the beginning of the row; at the row's end the last, though it may never come to its beginning. */
function placeOf(row: HTMLElement | null): number {
  if (!row) return 0
  const cards = cardsIn(row)
  const gone = Math.abs(row.scrollLeft)
  if (gone > 0 && gone + row.clientWidth >= row.scrollWidth - 1) return cards.length - 1
  const distances = cards.map((card) => Math.abs(Math.abs(card.offsetLeft - firstLeft(row)) - gone))
  return distances.indexOf(Math.min(...distances))
}
