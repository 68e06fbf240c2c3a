import { Role } from '@saathi/contract/accounts/roles'
import { addPerson } from '@saathi/contract/accounts/staff-calls'
import { type SubmitEvent, useState } from 'react'
import * as z from 'zod/mini'
import { useLanguages } from '#core/i18n/language.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Note } from '#core/ui/note.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { StaffOutcome } from './staff-outcome.tsx'
import css from './staff-page.module.css'
import { useAddPerson } from './staff-queries.ts'

export function StaffAdd() {
  const t = useText()
  const languages = useLanguages(useLanguage())
  const adding = useAddPerson()
  const [isFaulty, setFaulty] = useState(false)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (adding.isPending) return
    const { project, ...typed } = Object.fromEntries(new FormData(event.currentTarget))
    const person = z.safeParse(addPerson.body, project ? { ...typed, project } : typed)
    setFaulty(!person.success)
    if (person.success) adding.mutate(person.data)
  }

  return (
    <Card className={css.card} aria-labelledby="staff-add">
      <h2 id="staff-add">{t('dev.staff.add')}</h2>
      <form className={css.form} onSubmit={handleSubmit} aria-labelledby="staff-add" noValidate>
        <div className={css.grid}>
          <Field label={t('dev.staff.email')}>
            <TextInput name="email" type="email" autoComplete="off" />
          </Field>
          <Field label={t('dev.staff.firstName')}>
            <TextInput name="firstName" autoComplete="off" />
          </Field>
          <Field label={t('dev.staff.lastName')}>
            <TextInput name="lastName" autoComplete="off" />
          </Field>
          <Field label={t('dev.staff.role')}>
            <Select name="role">
              {Role.options.map((role) => (
                <option key={role}>{role}</option>
              ))}
            </Select>
          </Field>
          <Field label={t('dev.staff.language')}>
            <Select name="newPrimaryLanguage">
              {languages.map(({ language, languageCode }) => (
                <option key={languageCode} value={languageCode}>
                  {language}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={t('dev.staff.program')} help={t('dev.staff.programHelp')}>
            <TextInput name="project" autoComplete="off" />
          </Field>
        </div>
        {isFaulty && (
          <Note tone="bad" live="alert">
            {t('dev.staff.faulty')}
          </Note>
        )}
        <Button type="submit" kind="primary" busy={adding.isPending} busyLabel={t('dev.staff.busy')}>
          {t('dev.staff.addButton')}
        </Button>
        <StaffOutcome action={adding} done={t('dev.staff.added')} />
      </form>
    </Card>
  )
}
