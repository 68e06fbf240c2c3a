import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from './class-names.ts'
import css from './icon-button.module.css'
import { Icon } from './icon.tsx'
import type { IconShape } from './icons.ts'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'aria-disabled' | 'aria-label'> & {
  icon: IconShape
  /** The accessible name; required for every icon button. */
  label: string
  kind?: 'plain' | 'filled' | 'primary' | undefined
  iconSize?: number | undefined
  /** For a toggle such as a bookmark. */
  pressed?: boolean | undefined
  disabled?: boolean | undefined
  reasonId?: string | undefined
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, kind = 'plain', iconSize = 20, pressed, disabled = false, reasonId, ...rest } = props
  const { className, children, onClick, type = 'button', ...attributes } = rest

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (disabled) {
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
      className={classNames(css.button, css[kind], className)}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      aria-describedby={classNames(attributes['aria-describedby'], disabled && reasonId) || undefined}
      onClick={handleClick}
    >
      <Icon of={icon} size={iconSize} />
      {children}
    </button>
  )
}
