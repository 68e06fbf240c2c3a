import type { SessionCard as Session } from '@saathi/contract/learning/entities'
import type { ReactNode } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { Chip } from '#core/ui/chip.tsx'
import css from './session-card.module.css'

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
        {session.banner && !isLight && (
          <img src={session.banner} alt="" loading="lazy" decoding="async" width={400} height={240} />
        )}
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
