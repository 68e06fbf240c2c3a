import { Menu as Base } from '@base-ui/react/menu'
import { use } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { check } from '../icons.ts'
import type { IconShape } from '../icons.ts'
import { InModal } from './layer.ts'
import css from './menu.module.css'

export type MenuProps = {
  /** A kit Button or IconButton, or any element that forwards its attributes and ref. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}

export function Menu({ trigger, children, align = 'end', side = 'bottom', open, onOpenChange }: MenuProps) {
  const inModal = use(InModal)
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          className={classNames(css.place, inModal && css.overModal)}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          <Base.Popup className={css.menu}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export type MenuItemProps = {
  icon?: IconShape | undefined
  danger?: boolean | undefined
  disabled?: boolean | undefined
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item className={classNames(css.item, danger && css.danger)} disabled={disabled} onClick={onSelect}>
      {icon && <Icon of={icon} />}
      <span className={css.words}>{children}</span>
    </Base.Item>
  )
}

export type MenuLinkProps = {
  icon?: IconShape | undefined
  href?: string | undefined
  /** A router link as an element: `render={<Link to="/profile" />}`. */
  render?: ReactElement | undefined
  current?: boolean | undefined
  /** At the end of the row, such as a Count. */
  aside?: ReactNode
  children: ReactNode
}

export function MenuLink({ icon, href, render, current, aside, children }: MenuLinkProps) {
  return (
    <Base.LinkItem className={css.item} href={href} render={render} closeOnClick aria-current={current ? 'page' : undefined}>
      {icon && <Icon of={icon} />}
      <span className={css.words}>{children}</span>
      {aside}
    </Base.LinkItem>
  )
}

export type MenuChoicesProps = {
  label: ReactNode
  value: string
  onChoose: (value: string) => void
  children: ReactNode
}

/** A single choice, such as language or theme. */
export function MenuChoices({ label, value, onChoose, children }: MenuChoicesProps) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: string) => onChoose(next)}>
      <Base.GroupLabel className={css.label}>{label}</Base.GroupLabel>
      {children}
    </Base.RadioGroup>
  )
}

export type MenuChoiceProps = { value: string; lang?: string | undefined; children: ReactNode }

export function MenuChoice({ value, lang, children }: MenuChoiceProps) {
  return (
    <Base.RadioItem className={css.item} value={value} lang={lang} closeOnClick>
      <span className={css.words}>{children}</span>
      <Base.RadioItemIndicator className={css.mark}>
        <Icon of={check} size={18} />
      </Base.RadioItemIndicator>
    </Base.RadioItem>
  )
}

export function MenuLine() {
  return <Base.Separator className={css.line} />
}
