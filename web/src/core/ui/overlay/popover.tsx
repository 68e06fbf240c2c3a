import { Popover as Base } from '@base-ui/react/popover'
import { use } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { close } from '../icons.ts'
import { InModal } from './layer.ts'
import css from './popover.module.css'

export type PopoverProps = {
  /** A kit Button or IconButton, or any element that forwards its attributes and ref. */
  trigger: ReactElement
  title: ReactNode
  titleHidden?: boolean | undefined
  closeLabel: string
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}

export function Popover(props: PopoverProps) {
  const { trigger, title, titleHidden, closeLabel, children, align = 'end', side = 'bottom', open } = props
  const inModal = use(InModal)
  return (
    <Base.Root open={open} onOpenChange={(next) => props.onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          className={classNames(css.place, inModal && css.overModal)}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          <Base.Popup className={css.popover}>
            <div className={css.head}>
              <Base.Title className={titleHidden ? 'sr' : css.title}>{title}</Base.Title>
              <Base.Close
                className={css.close}
                render={(attributes) => <IconButton {...attributes} icon={close} label={closeLabel} />}
              />
            </div>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
