import { Popover as Base } from '@base-ui/react/popover'
import { use } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { InModal } from './layer.ts'
import css from './menu.module.css'

type AnchoredProps = {
  anchor: HTMLElement
  label: string
  onClose: () => void
  /** True once something else has been given the focus; otherwise it returns to where it was. */
  keepsFocus?: () => boolean
  children: ReactNode
}

/** A panel at an element that is no trigger, such as a message that was right-clicked. */
export function Anchored({ anchor, label, onClose, keepsFocus, children }: AnchoredProps) {
  const inModal = use(InModal)
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          className={classNames(css.place, inModal && css.overModal)}
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
        >
          <Base.Popup className={classNames(css.menu, css.wide)} aria-label={label} finalFocus={() => !keepsFocus?.()}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
