import { Permission } from '@saathi/contract/accounts/entities'
import { Role } from '@saathi/contract/accounts/roles'
import { setFlags, addPerson } from '@saathi/contract/accounts/staff-calls'
import { useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import * as z from 'zod/mini'
import { useLanguages } from '#core/i18n/language.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Note } from '#core/ui/note.tsx'
import type { Account } from './dev-api.ts'
import { DevPending } from './dev-frame.tsx'
import { accountsQuery } from './queries.ts'
import { StaffOutcome } from './staff-outcome.tsx'
import css from './staff-page.module.css'
import { useSetDisabled, useSetVerified, type Flags, useSetFlags, useAddPerson } from './staff-queries.ts'

export function StaffPeople() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(accountsQuery)
  const [chosenId, setChosenId] = useState('')
  if (!data) return <DevPending error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  const person = data.find(({ id }) => String(id) === chosenId)
  return (
    <Card className={css.card} aria-labelledby="staff-people">
      <h2 id="staff-people">{t('dev.staff.person')}</h2>
      <Field label={t('dev.staff.who')} className={css.wide}>
        <Select value={chosenId} onChange={(event) => setChosenId(event.target.value)}>
          <option value="">{t('dev.staff.nobody')}</option>
          {data.map(({ id, display_name, email }) => (
            <option key={id} value={id}>{`${display_name} · ${email}`}</option>
          ))}
        </Select>
      </Field>
      {/* Keyed, so that results for one person are not shown for the next. */}
      {person && <Person key={person.id} person={person} />}
    </Card>
  )
}

function Person({ person }: { person: Account }) {
  const t = useText()
  const disabling = useSetDisabled(person.id)
  const verifying = useSetVerified(person.id)
  const isDisabled = person.is_disabled
  return (
    <>
      <div className={css.row}>
        <Button
          kind={isDisabled ? 'soft' : 'danger'}
          busy={disabling.isPending}
          busyLabel={t('dev.staff.busy')}
          onClick={() => disabling.mutate(!isDisabled)}
        >
          {t(isDisabled ? 'dev.staff.letIn' : 'dev.staff.shutOut')}
        </Button>
        <Button busy={verifying.isPending} busyLabel={t('dev.staff.busy')} onClick={() => verifying.mutate(true)}>
          {t('dev.staff.verified')}
        </Button>
        <Button busy={verifying.isPending} busyLabel={t('dev.staff.busy')} onClick={() => verifying.mutate(false)}>
          {t('dev.staff.unverified')}
        </Button>
      </div>
      <StaffOutcome action={disabling} done={t('dev.staff.done')} />
      <StaffOutcome action={verifying} done={t('dev.staff.done')} />
      <StaffFlags personId={person.id} />
    </>
  )
}

const names = Object.keys(setFlags.body.shape)

function StaffFlags({ personId }: { personId: number }) {
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
