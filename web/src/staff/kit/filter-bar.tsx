import { useState } from 'react'
import { createTimer } from '#core/store.ts'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { search as searchIcon } from '#core/ui/icons.ts'

const TYPING_MS = 250

type SearchFieldProps = {
  label: string
  hint?: string
  value: string
  className?: string | undefined
  onSearch: (text: string) => void
}

/** Searches a moment after the last key. When the address changes, by a view or the back button, the field follows. */
export function SearchField({ label, hint, value, className, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [typing] = useState(createTimer)
  if (value !== known) {
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  function handleTyping(text: string) {
    setTyped(text)
    typing.restart(() => onSearch(text.trim()), TYPING_MS)
  }
  return (
    <Field label={label} labelHidden className={className}>
      <TextInput
        type="search"
        icon={searchIcon}
        value={typed}
        maxLength={100}
        placeholder={hint}
        onChange={({ target }) => handleTyping(target.value)}
      />
    </Field>
  )
}

type FilterSelectProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onChange: (value: string) => void
}

export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <Field label={label} labelHidden>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  )
}
