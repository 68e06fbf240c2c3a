import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'

type NameAndAddress = { firstName: string; lastName: string; email: string }

type NameFieldsProps = { value: NameAndAddress; onChange: (changes: Partial<NameAndAddress>) => void }

/** The name and address of somebody who receives an invitation. */
export function NameFields({ value: { firstName, lastName, email }, onChange }: NameFieldsProps) {
  const t = useText()
  return (
    <>
      <Field label={t('staff.people.firstName')} required>
        <TextInput value={firstName} maxLength={60} required onChange={({ target }) => onChange({ firstName: target.value })} />
      </Field>
      <Field label={t('staff.people.lastName')} required>
        <TextInput value={lastName} maxLength={60} required onChange={({ target }) => onChange({ lastName: target.value })} />
      </Field>
      <Field label={t('staff.people.email')} required>
        <TextInput
          type="email"
          value={email}
          maxLength={254}
          required
          onChange={({ target }) => onChange({ email: target.value })}
        />
      </Field>
    </>
  )
}
