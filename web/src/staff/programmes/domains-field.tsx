import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'

const DOMAIN = '@?[A-Za-z0-9\\-]+(\\.[A-Za-z0-9\\-]+)+'

/** 'kaveri.example, @tcs.example' as a list. */
export const readDomains = (text: string): string[] =>
  text
    .split(/[\s,;]+/u)
    .map((domain) => domain.replace(/^@/, '').toLowerCase())
    .filter(Boolean)

/** Domains as text, so that several can be pasted. */
export function DomainsField({ value, help, onChange }: { value: string; help: string; onChange: (value: string) => void }) {
  const t = useText()
  return (
    <Field label={t('staff.programme.domains')} help={help}>
      <TextInput
        value={value}
        maxLength={2000}
        pattern={`\\s*${DOMAIN}([\\s,;]+${DOMAIN})*[\\s,;]*`}
        title={t('staff.programme.domainsForm')}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}
