import { cloneElement } from 'react'
import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react'
import css from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonKind = 'primary' | 'accent' | 'line' | 'soft' | 'quiet' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg'
export type ButtonLook = {
  kind?: ButtonKind | undefined
  size?: ButtonSize | undefined
  block?: boolean | undefined
}

/** For links of any router: `<Link className={buttonClass({ kind: 'soft' })} …>`. */
export function buttonClass(look: ButtonLook & { className?: string | undefined } = {}): string {
  const { kind = 'soft', size = 'md', block = false, className } = look
  return classNames(css.button, css[kind], css[size], block && css.block, className)
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'aria-disabled'> &
  ButtonLook & {
    busy?: boolean | undefined
    /** Replaces the label while busy. Both are rendered, so the width never changes. */
    busyLabel?: ReactNode
    disabled?: boolean | undefined
    /** Id of the visible text that explains why it is disabled. */
    reasonId?: string | undefined
  }

export function Button(props: ButtonProps) {
  const { kind, size, block, busy = false, busyLabel, disabled = false, reasonId, ...rest } = props
  const { className, children, onClick, type = 'button', ...attributes } = rest
  const blocked = busy || disabled
  const describedBy = classNames(attributes['aria-describedby'], disabled && reasonId) || undefined

  // Not the disabled attribute: it would remove the button and its reason from the tab order.
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (blocked) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    onClick?.(event)
  }

  return (
    <button
      {...attributes}
      type={type}
      className={buttonClass({ kind, size, block, className })}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
      onClick={handleClick}
    >
      <span className={classNames(css.label, busy && busyLabel !== undefined && css.hidden)}>{children}</span>
      {busyLabel !== undefined && <span className={classNames(css.label, !busy && css.hidden)}>{busyLabel}</span>}
    </button>
  )
}

export type ButtonLinkProps = ComponentProps<'a'> &
  ButtonLook & {
    /** A router's link, as an element: `render={<Link to="/surveys" />}`. */
    render?: ReactElement<{ className?: string | undefined; children?: ReactNode }> | undefined
  }

export function ButtonLink({ kind, size, block, render, className, children, ...anchor }: ButtonLinkProps) {
  const look = buttonClass({ kind, size, block, className })
  const label = <span className={css.label}>{children}</span>
  if (render) return cloneElement(render, { ...anchor, className: look }, label)
  return (
    <a {...anchor} className={look}>
      {label}
    </a>
  )
}
