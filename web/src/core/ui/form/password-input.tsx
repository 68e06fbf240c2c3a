import { useState } from 'react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { useControl } from './field.tsx'
import { IconButton } from '../icon-button.tsx'
import { eye, eyeOff } from '../basic-icons.ts'
import css from './input.module.css'

export type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  showLabel: string
  hideLabel: string
}

export function PasswordInput({ showLabel, hideLabel, className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const control = useControl(rest)
  return (
    <span className={css.wrap}>
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        {...control}
        type={shown ? 'text' : 'password'}
        className={classNames(css.input, css.withEnd, className)}
      />
      <IconButton
        className={css.end}
        icon={shown ? eyeOff : eye}
        label={shown ? hideLabel : showLabel}
        aria-controls={control.id}
        onClick={() => setShown(!shown)}
      />
    </span>
  )
}
