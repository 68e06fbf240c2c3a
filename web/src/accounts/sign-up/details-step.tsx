import { isCommonPassword, ownWords } from '@saathi/contract/accounts/common-password'
import type { UserType } from '@saathi/contract/accounts/entities'
import { isPhoneNumber } from '@saathi/contract/accounts/phone'
import { isMentor } from '@saathi/contract/accounts/roles'
import type { TextKey } from '@saathi/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { languagesQuery } from '#core/i18n/dictionary.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { PhoneInput } from '#core/ui/form/phone-input.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import css from '../auth-frame.module.css'
import { StepCard } from '../auth-frame.tsx'
import { ProgramField, useOfferedPrograms } from './program-field.tsx'
import { RetryNote, OtherPassword, SignUpRefusal } from './refusal.tsx'
import type { SignUpDraft, SignUpPass } from './pass.ts'
import { useSignUp, type SignUpDetails } from './queries.ts'
import { WithValue } from '../with-value.tsx'

type DetailsStepProps = {
  pass: SignUpPass
  userType: UserType
  draft: SignUpDraft
  onChange: (part: Partial<SignUpDraft>) => void
}

export function DetailsStep({ pass, userType, draft, onChange }: DetailsStepProps) {
  const t = useText()
  const language = useLanguage()
  const signingUp = useSignUp(pass)
  const languages = useActiveLanguages(draft.language || language)
  const programs = useOfferedPrograms(pass.email, isMentor(userType) ? null : draft.project)
  const [isChecked, setIsChecked] = useState(false)
  const details = { ...draft, userType, language: languages.chosen, project: programs.chosen }
  const faults = detailFaults(details)
  // The password was chosen before the names were known.
  const isGuessable = pass.provider === 'normal' && isCommonPassword(pass.password, ownWords({ ...draft, email: pass.email }))
  const errorOf = (name: keyof typeof faults) => isChecked && faults[name] && t(faults[name])

  function handleSubmit(form: HTMLFormElement) {
    if (signingUp.isPending || isGuessable) return
    setIsChecked(true)
    const first = detailNames.find((name) => faults[name])
    if (!first) return signingUp.mutate(details)
    const field = form.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
  }

  return (
    <StepCard
      title={t('signUp.details')}
      lead={
        <WithValue text={(mark) => t('signUp.detailsLead', { email: mark })}>
          <bdi>{pass.email}</bdi>
        </WithValue>
      }
      onSubmit={handleSubmit}
      action={
        <>
          {isGuessable ? <OtherPassword /> : signingUp.error && <SignUpRefusal error={signingUp.error} />}
          <Button kind="primary" size="lg" block type="submit" busy={signingUp.isPending} busyLabel={t('signUp.busy')}>
            {t('signUp.submit')}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <Field label={t('signUp.firstName')} required error={errorOf('firstName')}>
          <TextInput
            name="firstName"
            autoComplete="given-name"
            value={draft.firstName}
            onChange={(event) => onChange({ firstName: event.target.value })}
          />
        </Field>
        <Field label={t('signUp.lastName')} required error={errorOf('lastName')}>
          <TextInput
            name="lastName"
            autoComplete="family-name"
            value={draft.lastName}
            onChange={(event) => onChange({ lastName: event.target.value })}
          />
        </Field>
        <Field label={t('signUp.phone')} required error={errorOf('phoneNumber')}>
          <PhoneInput
            name="phoneNumber"
            countryLabel={t('signUp.country')}
            language={language}
            value={draft.phoneNumber}
            onChange={(phoneNumber) => onChange({ phoneNumber })}
          />
        </Field>
        <LanguageField languages={languages} error={errorOf('language')} onChoose={(code) => onChange({ language: code })} />
        {isMentor(userType) ? (
          <Field
            label={t('signUp.institutionCode')}
            help={t('signUpInstitutionCodeHelpText')}
            required
            error={errorOf('institutionCode')}
          >
            <TextInput
              name="institutionCode"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              dir="ltr"
              value={draft.institutionCode}
              onChange={(event) => onChange({ institutionCode: event.target.value })}
            />
          </Field>
        ) : (
          <ProgramField programs={programs} error={errorOf('project')} onChoose={(project) => onChange({ project })} />
        )}
      </div>
    </StepCard>
  )
}

const nameMaxLength = 60

/** Field names in page order. */
const detailNames = ['firstName', 'lastName', 'phoneNumber', 'language', 'project', 'institutionCode'] as const
type DetailName = (typeof detailNames)[number]
type DetailFaults = Partial<Record<DetailName, TextKey>>

function faultOf(name: DetailName, details: SignUpDetails): TextKey | undefined {
  const value = details[name].trim()
  if (name === 'project' && isMentor(details.userType)) return undefined
  if (name === 'institutionCode' && !isMentor(details.userType)) return undefined
  if (value === '') return 'fieldIsMandatory'
  if ((name === 'firstName' || name === 'lastName') && value.length > nameMaxLength) return 'signUp.nameTooLong'
  return name === 'phoneNumber' && !isPhoneNumber(value) ? 'signUp.phoneShort' : undefined
}

/** A mentee must choose a programme, a mentor must enter the institution's code. */
function detailFaults(details: SignUpDetails): DetailFaults {
  const found = detailNames.map((name) => [name, faultOf(name, details)] as const)
  return Object.fromEntries(found.filter(([, fault]) => fault !== undefined))
}

/** The active languages by code; `requested` counts only if it is one of them. */
function useActiveLanguages(requested: string) {
  const query = useQuery(languagesQuery)
  const active = (query.data ?? [])
    .filter(({ isActive }) => isActive)
    .toSorted((a, b) => (a.languageCode < b.languageCode ? -1 : 1))
  const chosen = active.find(({ languageCode }) => languageCode === requested)?.languageCode ?? ''
  return { active, chosen, isError: query.isError, isFetching: query.isFetching, load: () => void query.refetch() }
}

type LanguageFieldProps = {
  languages: ReturnType<typeof useActiveLanguages>
  error: string | false | undefined
  onChoose: (code: string) => void
}

function LanguageField({ languages, error, onChoose }: LanguageFieldProps) {
  const t = useText()
  const { active, chosen, isError, isFetching, load } = languages
  return (
    <>
      <Field label={t('signUp.language')} required error={error}>
        <Select name="language" value={chosen} onChange={(event) => onChoose(event.target.value)}>
          {chosen === '' && <option value="">{t('signUp.chooseLanguage')}</option>}
          {active.map(({ language, languageCode }) => (
            <option key={languageCode} value={languageCode} lang={languageCode}>
              {language}
            </option>
          ))}
        </Select>
      </Field>
      {isError && active.length === 0 && <RetryNote text={t('signUp.languagesFailed')} isLoading={isFetching} onLoad={load} />}
    </>
  )
}
