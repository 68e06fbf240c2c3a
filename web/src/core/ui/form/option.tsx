import { useEffect, useEffectEvent, useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { check } from '../icons.ts'
import css from './option.module.css'

export type Choice = { value: string; label: ReactNode; disabled?: boolean | undefined }

export type OptionGroupProps = {
  /** The question. */
  legend: ReactNode
  legendHidden?: boolean | undefined
  options: readonly Choice[]
  value: string | null | undefined
  onChoose: (value: string) => void
  /** Keys 1 to 9 choose anywhere on the page and are shown at the row ends; for pages with one question. */
  numberKeys?: boolean | undefined
  disabled?: boolean | undefined
  describedBy?: string | undefined
  invalid?: boolean | undefined
  className?: string | undefined
}

export function OptionGroup(props: OptionGroupProps) {
  const { legend, legendHidden, options, value, onChoose, numberKeys, disabled, describedBy, invalid } = props
  const name = useId()
  useNumberKeys(Boolean(numberKeys && !disabled), options, onChoose)
  return (
    <fieldset
      className={classNames(css.group, props.className)}
      role="radiogroup"
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      disabled={disabled}
    >
      <legend className={legendHidden ? 'sr' : css.legend}>{legend}</legend>
      {options.map((option, place) => (
        <label key={option.value} className={css.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChoose(option.value)}
          />
          <span className={css.dot}>
            <Icon of={check} size={16} />
          </span>
          <span className={css.words}>{option.label}</span>
          {numberKeys && place < 9 && (
            <kbd className={css.key} aria-hidden="true">
              {place + 1}
            </kbd>
          )}
        </label>
      ))}
    </fieldset>
  )
}

function useNumberKeys(on: boolean, options: readonly Choice[], choose: (value: string) => void) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const option = /^[1-9]$/.test(event.key) ? options[Number(event.key) - 1] : undefined
    if (option && !option.disabled) choose(option.value)
  })
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [on])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  return target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])')
}
