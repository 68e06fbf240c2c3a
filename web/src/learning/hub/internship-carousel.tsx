import type { Card as CardData } from '@saathi/contract/content/community-calls'
import { GoLink } from '#feed/public.ts'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { buttonClass } from '#core/ui/button.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { left, right } from '#core/ui/icons.ts'
import css from './internship-carousel.module.css'

type InternshipCarouselProps = { title: string; cards: readonly CardData[] }

/** A row that can be swiped, scrolled with the arrow keys when focused, or moved by two buttons. */
export function InternshipCarousel({ title, cards }: InternshipCarouselProps) {
  const t = useText()
  const isLight = useDataLight()
  const titleId = useId()
  const row = useRef<HTMLUListElement>(null)
  const [{ first, last, isAtStart, isAtEnd }, setView] = useState<View>(atStart)

  const look = () => row.current && setView(viewOf(row.current))
  const lookAgain = useEffectEvent(look)
  useEffect(() => {
    // The number of visible cards depends on the width, also after a rotation.
    const watch = new ResizeObserver(() => lookAgain())
    if (row.current) watch.observe(row.current)
    return () => watch.disconnect()
  }, [])

  // During a smooth scroll, a second press counts from the target of the first.
  const goal = useRef<{ at: number; away: number } | null>(null)
  function go(direction: 'back' | 'on') {
    if (!row.current) return
    const card = cardTowards(row.current, direction, goal.current?.at ?? Math.abs(row.current.scrollLeft))
    if (!card) return
    const to = card.offsetLeft - firstLeft(row.current)
    goal.current = { at: Math.min(Math.abs(to), row.current.scrollWidth - row.current.clientWidth), away: Infinity }
    // scrollIntoView would also move the page. Smooth scrolling is set in CSS.
    row.current.scrollTo({ left: to })
  }
  function handleScroll() {
    look()
    if (!row.current || !goal.current) return
    const away = Math.abs(goal.current.at - Math.abs(row.current.scrollLeft))
    // During a smooth scroll the distance only shrinks; if it grows, the reader is scrolling by hand.
    goal.current = away <= NEAR_PX || away > goal.current.away ? null : { ...goal.current, away }
  }

  return (
    <section className={css.section} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        <p className={css.place} role="status">
          {first === last
            ? t('internship.cards.place', { place: first + 1, count: cards.length })
            : t('internship.cards.places', { first: first + 1, last: last + 1, count: cards.length })}
        </p>
        <IconButton icon={left} label={t('internship.cards.previous')} disabled={isAtStart} onClick={() => go('back')} />
        <IconButton icon={right} label={t('internship.cards.next')} disabled={isAtEnd} onClick={() => go('on')} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be focusable */}
      <ul ref={row} className={css.row} tabIndex={0} aria-labelledby={titleId} onScroll={handleScroll}>
        {cards.map((card) => (
          <li key={card.id} className={css.card}>
            {!isLight && (
              <img src={card.image} alt="" width={card.imageWidth} height={card.imageHeight} loading="lazy" decoding="async" />
            )}
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

const startsIn = (row: HTMLElement) => cardsIn(row).map((card) => Math.abs(card.offsetLeft - firstLeft(row)))

/** Browsers round scroll positions, so smaller distances are ignored. */
const NEAR_PX = 1

/** Based on the scroll offset, because the last cards never reach the start of the row. */
function cardTowards(row: HTMLElement, direction: 'back' | 'on', offset: number): HTMLElement | undefined {
  const starts = startsIn(row)
  const place =
    direction === 'on'
      ? starts.findIndex((start) => start > offset + NEAR_PX)
      : starts.findLastIndex((start) => start < offset - NEAR_PX)
  return cardsIn(row)[place]
}

/** The first and last visible card. */
type View = { first: number; last: number; isAtStart: boolean; isAtEnd: boolean }
const atStart: View = { first: 0, last: 0, isAtStart: true, isAtEnd: false }

function viewOf(row: HTMLElement): View {
  const offset = Math.abs(row.scrollLeft)
  const starts = startsIn(row)
  const ends = cardsIn(row).map((card, place) => (starts[place] ?? 0) + card.offsetWidth)
  const first = nearest(starts, offset)
  return {
    first,
    last: Math.max(first, nearest(ends, offset + row.clientWidth)),
    isAtStart: offset <= NEAR_PX,
    isAtEnd: offset + row.clientWidth >= row.scrollWidth - NEAR_PX,
  }
}

function nearest(edges: readonly number[], position: number): number {
  const distances = edges.map((edge) => Math.abs(edge - position))
  return distances.indexOf(Math.min(...distances))
}
