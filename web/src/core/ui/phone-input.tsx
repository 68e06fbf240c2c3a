import { defaultPhoneCountry, type PhoneCountry } from '@saathi/contract/accounts/phone'
import { localeOf } from '@saathi/contract/core/message'
import { useEffect, useEffectEvent, useMemo, useState, type ChangeEvent, type ComponentProps } from 'react'
import { FieldContext } from './field-context.ts'
import css from './phone-input.module.css'
import { firstGuide, partsOf, type PhoneGuide, readPhone, wholeNumber } from './read-phone.ts'
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
  const [guide, load] = useGuide(value)
  const parts = partsOf(value, chosen, guide)
  const options = useOptions(guide, language)

  function handleCountry(event: ChangeEvent<HTMLSelectElement>) {
    const country = guide.countries.find(({ code }) => code === event.target.value)
    if (!country) return
    setChosen(country)
    onChange(wholeNumber({ ...parts, country }))
  }

  function handleNumber(event: ChangeEvent<HTMLInputElement>) {
    const next = readPhone(event.target.value, parts, guide)
    // An emptied number has no country; the field keeps it.
    setChosen(next.country)
    onChange(wholeNumber(next))
  }

  return (
    <span className={css.phone} onFocus={load} onPointerEnter={load}>
      <FieldContext value={null}>
        <Select aria-label={countryLabel} autoComplete="off" value={parts.country.code} onChange={handleCountry}>
          {options.map(({ code, text }) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </Select>
      </FieldContext>
      <TextInput autoComplete="tel" dir="ltr" {...rest} type="tel" value={parts.national} onChange={handleNumber} />
    </span>
  )
}

/** The world's countries are fetched with the first use of the field, or for a number that needs them. */
function useGuide(value: string): [PhoneGuide, () => void] {
  const [guide, setGuide] = useState(firstGuide)
  const isForeign = value !== '' && firstGuide.countryOf(value, defaultPhoneCountry) === undefined
  function load() {
    if (guide !== firstGuide) return
    // Without it the first few countries serve.
    import('./world-phones.ts').then(({ worldGuide }) => setGuide(worldGuide)).catch(() => {})
  }
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    if (isForeign) loadNow()
  }, [isForeign])
  return [guide, load]
}

/** The first few as they are, then the others by name. */
function useOptions({ countries }: PhoneGuide, language: string) {
  return useMemo(() => {
    const locale = localeOf(language)
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    const named = countries.map(({ code, dialCode }) => ({ code, dialCode, name: names.of(code) ?? code }))
    const isFirst = ({ code }: { code: string }) => firstGuide.countries.some((country) => country.code === code)
    const others = named.filter((country) => !isFirst(country)).toSorted((a, b) => a.name.localeCompare(b.name, locale))
    return [...named.filter(isFirst), ...others].map(({ code, dialCode, name }) => ({ code, text: `+${dialCode} ${name}` }))
  }, [countries, language])
}
