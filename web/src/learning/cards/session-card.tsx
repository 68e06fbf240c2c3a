import { cutGraphemes } from '@saathi/contract/core/cut'
import type { SessionCard as Session } from '@saathi/contract/learning/entities'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { Chip } from '#core/ui/chip.tsx'
import { Skeleton } from '#core/ui/skeleton.tsx'
import { fromWithin, introLink } from '../session/address.ts'
import { BookmarkButton } from './bookmark-button.tsx'
import css from './session-card.module.css'
import { SessionProgress } from './session-progress.tsx'

const MAX_TITLE_LETTERS = 32

export const titleOf = (session: Session) => session.localeTitle || session.title

type SessionCardProps = {
  session: Session
  /** Heading level: one below the section's heading. */
  level?: 2 | 3
}

export function SessionCard({ session, level = 3 }: SessionCardProps) {
  const title = titleOf(session)
  return (
    <SessionFrame
      session={session}
      level={level}
      bookmark={<BookmarkButton session={session.id} title={title} isBookmarked={session.isBookmarked} />}
      link={
        <Link {...introLink(session.id)} state={fromWithin}>
          <CutTitle title={title} letters={MAX_TITLE_LETTERS} />
        </Link>
      }
    >
      <SessionProgress session={session} title={title} />
    </SessionFrame>
  )
}

type SessionFrameProps = {
  session: Session
  /** Heading level: one below the section's heading. */
  level?: 2 | 3
  bookmark: ReactNode
  /** The title link, which covers the whole card. */
  link: ReactNode
  children: ReactNode
}

/** The common part of all session cards, in the hub and in a mentorship. */
export function SessionFrame({ session, level = 3, bookmark, link, children }: SessionFrameProps) {
  const isLight = useDataLight()
  const Title = `h${level}` as const
  return (
    <article className={css.card}>
      <div className={css.picture} style={{ backgroundColor: session.color }}>
        {session.banner && !isLight && <Banner picture={session.banner} />}
        {bookmark}
      </div>
      <div className={css.body}>
        {session.tags.length > 0 && (
          <div className={css.tags}>
            {session.tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </div>
        )}
        <Title className={css.title}>{link}</Title>
        {children}
      </div>
    </article>
  )
}

/**
 * Chrome loads lazy pictures from far below the screen, and all pictures of a row that scrolls sideways; this loads a picture
 * only when it is near the screen.
 */
function Banner({ picture }: { picture: string }) {
  const place = useRef<HTMLImageElement>(null)
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isNear || !place.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '200px 100px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return <img ref={place} src={isNear ? picture : undefined} alt="" decoding="async" width={400} height={240} />
}

/** Shows a shortened title; screen readers and tooltips get the whole one. */
export function CutTitle({ title, letters }: { title: string; letters: number }) {
  const cut = cutGraphemes(title, letters)
  if (cut === title) return title
  return (
    <>
      <span aria-hidden="true" title={title}>
        {cut}
      </span>
      <span className="sr">{title}</span>
    </>
  )
}

/** Skeleton of a session card, in its exact shape. */
export function SessionSkeleton() {
  return (
    <div className={css.card}>
      <div className={css.picture}>
        <Skeleton shape="block" height="100%" />
      </div>
      <div className={css.body}>
        <Skeleton width="88px" height="28px" />
        <Skeleton width="80%" height="22px" />
        <div className={css.foot}>
          <Skeleton height="6px" />
          <div className={css.meta}>
            <Skeleton width="32px" height="12px" />
            <Skeleton width="72px" height="12px" />
          </div>
        </div>
      </div>
    </div>
  )
}
