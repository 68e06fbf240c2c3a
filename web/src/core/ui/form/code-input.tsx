import { useState } from 'react'
import type { ComponentProps, SyntheticEvent } from 'react'
import { classNames } from '../class-names.ts'
import css from './code-input.module.css'
import { useControl } from './field.tsx'

export type CodeInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'maxLength' | 'inputMode'> & {
  value: string
  onChange: (code: string) => void
  /** `digits` drops all other characters; `any` drops only spaces and shows capitals. */
  kind: 'digits' | 'any'
  length?: number | undefined
}

/** Extracts the code from typed or pasted text: "482 913" and "Your code is 482913." give the same digits. */
export function readCode(text: string, kind: 'digits' | 'any', length: number): string {
  const code = kind === 'digits' ? text.replace(/\D/g, '') : text.replace(/\s/g, '').toUpperCase()
  return code.slice(0, length)
}

/** One real input over six drawn boxes, so that paste, autofill and screen readers work as in a plain field. */
export function CodeInput({ value, onChange, kind, length = 6, className, onFocus, onBlur, ...rest }: CodeInputProps) {
  const control = useControl(rest)
  const [isFocused, setIsFocused] = useState(false)
  const place = Math.min(value.length, length - 1)
  return (
    <span className={classNames(css.code, className)} dir="ltr">
      <input
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        {...control}
        type="text"
        inputMode={kind === 'digits' ? 'numeric' : 'text'}
        autoCapitalize={kind === 'digits' ? 'none' : 'characters'}
        className={css.input}
        value={value}
        onChange={(event) => onChange(readCode(event.target.value, kind, length))}
        onSelect={keepCaretAtEnd}
        onFocus={(event) => {
          setIsFocused(true)
          onFocus?.(event)
        }}
        onBlur={(event) => {
          setIsFocused(false)
          onBlur?.(event)
        }}
      />
      <span className={css.boxes} aria-hidden="true">
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            className={classNames(css.box, isFocused && index === place && css.current, control['aria-invalid'] && css.invalid)}
          >
            {value[index] ?? (isFocused && index === place && <i className={css.caret} />)}
          </span>
        ))}
      </span>
    </span>
  )
}

/** The drawn caret is always at the end, so keep the real one there. A selection is left alone. */
function keepCaretAtEnd({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd, value } = currentTarget
  if (selectionStart === selectionEnd && selectionStart !== value.length)
    currentTarget.setSelectionRange(value.length, value.length)
}
