import { phoneCountries, type PhoneCountry } from '@saathi/contract/accounts/phone'
import { localeOf } from '@saathi/contract/core/message'
import { useState, type ChangeEvent, type ComponentProps } from 'react'
import { FieldContext } from './field-context.ts'
import css from './phone-input.module.css'
import { partsOf, readPhone, wholeNumber } from './read-phone.ts'
import { Select } from './select.tsx'
import { TextInput } from './text-input.tsx'

export type PhoneInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'maxLength'> & {
  /** Digits with the dial code in front, or empty. */
  value: string
  onChange: (digits: string) => void
  countryLabel: string
  /** Of the reader: the countries are named in it. */
  language: string
}

/** Inside a Field: the label names the number; the country before it has a name of its own. */
export function PhoneInput({ value, onChange, countryLabel, language, ...rest }: PhoneInputProps) {
  const [chosen, setChosen] = useState<PhoneCountry>()
  const parts = partsOf(value, chosen)
  const names = new Intl.DisplayNames(localeOf(language), { type: 'region' })

  function handleCountry(event: ChangeEvent<HTMLSelectElement>) {
    const country = phoneCountries.find(({ code }) => code === event.target.value)
    if (!country) return
    setChosen(country)
    onChange(wholeNumber({ ...parts, country }))
  }

  function handleNumber(event: ChangeEvent<HTMLInputElement>) {
    const next = readPhone(event.target.value, parts)
    // An emptied number has no country; the field keeps it.
    setChosen(next.country)
    onChange(wholeNumber(next))
  }

  return (
    <span className={css.phone}>
      <FieldContext value={null}>
        <Select aria-label={countryLabel} autoComplete="off" value={parts.country.code} onChange={handleCountry}>
          {phoneCountries.map(({ code, dialCode }) => (
            <option key={code} value={code}>
              {`+${dialCode} ${names.of(code) ?? code}`}
            </option>
          ))}
        </Select>
      </FieldContext>
      <TextInput autoComplete="tel" dir="ltr" {...rest} type="tel" value={parts.national} onChange={handleNumber} />
    </span>
  )
}
