import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import css from './celebration.module.css'
import { InModal } from './layer.ts'

export type CelebrationProps = {
  onClose: () => void
  /** A drawing or a badge above the words. */
  picture: ReactNode
  title: string
  lead: ReactNode
  children?: ReactNode
  /** Buttons one below the other, the main one first. */
  actions: ReactNode
}

/** Fills the screen for something the reader has achieved. Petals fall once, and lie still where motion is reduced. */
export function Celebration({ onClose, picture, title, lead, children, actions }: CelebrationProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Viewport className={css.viewport}>
          {/* The heading first: what happened is read before what can be done about it. */}
          <Base.Popup className={css.page} aria-modal="true" initialFocus={heading}>
            <span className={css.petals} aria-hidden="true">
              {Array.from({ length: 10 }, (_, place) => (
                <i key={place} />
              ))}
            </span>
            <InModal value={true}>
              <div className={css.inside}>
                {picture}
                <div>
                  <Base.Title ref={heading} tabIndex={-1} className={css.title}>
                    {title}
                  </Base.Title>
                  <Base.Description className={css.lead}>{lead}</Base.Description>
                </div>
                {children}
                <div className={css.actions}>{actions}</div>
              </div>
            </InModal>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
