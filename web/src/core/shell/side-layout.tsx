import type { ReactNode } from 'react'
import css from './side-layout.module.css'

/** A page with its side menu. */
export function SideLayout({ menu, children }: { menu: ReactNode; children: ReactNode }) {
  return (
    <div className={css.layout}>
      {menu}
      <div className={css.content}>{children}</div>
    </div>
  )
}
