import { cutGraphemes } from '@saathi/contract/core/cut'
import type { SessionCard as Session } from '@saathi/contract/learning/entities'
import { Link } from '@tanstack/react-router'
import { Chip } from '#core/ui/chip.tsx'
import { BookmarkButton } from './bookmark-button.tsx'
import css from './session-card.module.css'
import { fromWithin, introLink } from './session-address.ts'
import { SessionProgress } from './session-progress.tsx'

const MAX_TITLE_LETTERS = 32

export const titleOf = (session: Session) => session.localeTitle || session.title

type SessionCardProps = {
  session: Session
  /** Of its title: one below the heading it stands under. */
  level?: 2 | 3
}

export function SessionCard({ session, level = 3 }: SessionCardProps) {
  const Title = `h${level}` as const
  const title = titleOf(session)
  return (
    <article className={css.card}>
      <div className={css.picture} style={{ backgroundColor: session.color }}>
        {session.banner && <img src={session.banner} alt="" loading="lazy" decoding="async" width={400} height={240} />}
        <BookmarkButton session={session.id} title={title} isBookmarked={session.isBookmarked} />
      </div>
      <div className={css.body}>
        {session.tags.length > 0 && (
          <div className={css.tags}>
            {session.tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </div>
        )}
        <Title className={css.title}>
          <Link {...introLink(session.id)} state={fromWithin}>
            <CutTitle title={title} />
          </Link>
        </Title>
        <SessionProgress session={session} title={title} />
      </div>
    </article>
  )
}

/** The eye sees 32 letters; whoever listens, or waits with the pointer, gets the whole title. */
function CutTitle({ title }: { title: string }) {
  const cut = cutGraphemes(title, MAX_TITLE_LETTERS)
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
