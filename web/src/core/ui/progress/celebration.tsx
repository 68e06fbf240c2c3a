import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useEffect, useRef } from 'react'
import { markPageShown } from '#core/second-press.ts'
import { classNames } from '../class-names.ts'
import css from './celebration.module.css'
import { InModal } from '../overlay/layer.ts'

export type CelebrationProps = {
  onClose: () => void
  /** A drawing or badge above the text. */
  picture: ReactNode
  title: string
  lead: ReactNode
  children?: ReactNode
  /** Stacked buttons, the main one first. */
  actions: ReactNode
  /** Two columns of children where there is room. */
  wide?: boolean
}

/** Full-screen view for something the reader has achieved. Petals fall once, or stay still with reduced motion. */
export function Celebration({ onClose, picture, title, lead, children, actions, wide = false }: CelebrationProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    markPageShown()
    // Closing shows the page below, so a second tap must not press something there.
    return markPageShown
  }, [])
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Viewport className={css.viewport}>
          {/* Focus the heading, so that it is read before the actions. */}
          <Base.Popup className={css.page} aria-modal="true" initialFocus={heading}>
            <span className={css.petals} aria-hidden="true">
              {Array.from({ length: 10 }, (_, place) => (
                <i key={place} />
              ))}
            </span>
            <InModal value={true}>
              <div className={classNames(css.inside, wide && css.wide)}>
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
