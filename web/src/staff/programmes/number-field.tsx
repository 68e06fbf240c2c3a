import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'

type NumberFieldProps = {
  label: string
  labelHidden?: boolean
  help?: string | undefined
  min: number
  max: number
  /** Null while the field is empty. */
  value: number | null
  required?: boolean
  onChange: (value: number | null) => void
}

export function NumberField({ label, labelHidden, help, min, max, value, required = true, onChange }: NumberFieldProps) {
  return (
    <Field label={label} labelHidden={labelHidden} help={help} required={required}>
      <TextInput
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
        required={required}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
      />
    </Field>
  )
}
