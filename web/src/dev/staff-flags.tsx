import { Permission } from '@saathi/contract/accounts/entities'
import { setFlags } from '@saathi/contract/accounts/staff-calls'
import { type SubmitEvent, useState } from 'react'
import * as z from 'zod/mini'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/field.tsx'
import { Select } from '#core/ui/select.tsx'
import { StaffOutcome } from './staff-outcome.tsx'
import css from './staff-page.module.css'
import { type Flags, useSetFlags } from './staff-queries.ts'

const names = Object.keys(setFlags.body.shape)

export function StaffFlags({ personId }: { personId: number }) {
  const t = useText()
  const [flags, setChosen] = useState<Flags>({})
  const saving = useSetFlags(personId)

  function handleChoose(name: string, value: string) {
    const { [name]: _before, ...rest }: Record<string, unknown> = flags
    setChosen(z.parse(setFlags.body, value === '' ? rest : { ...rest, [name]: value }))
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!saving.isPending) saving.mutate(flags)
  }

  return (
    <form className={css.form} onSubmit={handleSubmit} aria-label={t('dev.staff.flags')}>
      <div className={css.grid}>
        {names.map((name) => (
          <Field key={name} label={name}>
            <Select onChange={(event) => handleChoose(name, event.target.value)}>
              <option value="">{t('dev.staff.asItIs')}</option>
              {Permission.options.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      <Button type="submit" kind="primary" busy={saving.isPending} busyLabel={t('dev.staff.busy')}>
        {t('dev.staff.saveFlags')}
      </Button>
      <StaffOutcome action={saving} done={t('dev.staff.done')} />
    </form>
  )
}
