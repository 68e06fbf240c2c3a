import { defaultPhoneCountry, type PhoneCountry } from '@saathi/contract/accounts/phone'
import { localeOf } from '@saathi/contract/core/message'
import { useEffect, useEffectEvent, useMemo, useState, type ChangeEvent, type ComponentProps } from 'react'
import { FieldContext } from './field.tsx'
import css from './phone-input.module.css'
import { firstGuide, partsOf, type PhoneGuide, readPhone, wholeNumber } from './read-phone.ts'
import { Select } from './select.tsx'
import { TextInput } from './text-input.tsx'

export type PhoneInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'maxLength'> & {
  /** Digits including the dial code, or empty. */
  value: string
  onChange: (digits: string) => void
  countryLabel: string
  /** The reader's language, used for country names. */
  language: string
}

/** Use inside a Field, whose label names the number; the country select has its own label. */
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
    // An empty number has no country; keep the chosen one.
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

/** All countries are loaded on first use of the field, or for a number that needs them. */
function useGuide(value: string): [PhoneGuide, () => void] {
  const [guide, setGuide] = useState(firstGuide)
  const isForeign = value !== '' && firstGuide.countryOf(value, defaultPhoneCountry) === undefined
  function load() {
    if (guide !== firstGuide) return
    // If it fails, the first few countries are enough.
    import('./world-phones.ts').then(({ worldGuide }) => setGuide(worldGuide)).catch(() => {})
  }
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    if (isForeign) loadNow()
  }, [isForeign])
  return [guide, load]
}

/** The first few in fixed order, then the others by name. */
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
