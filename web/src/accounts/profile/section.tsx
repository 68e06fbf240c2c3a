import { useId, type ReactNode } from 'react'
import { Card } from '#core/ui/card.tsx'
import css from './page.module.css'

/** A card of the page, labelled by its heading. */
export function ProfileSection({ title, sub, children }: { title: string; sub?: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card className={css.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {sub && <p className={css.sub}>{sub}</p>}
      </div>
      {children}
    </Card>
  )
}
