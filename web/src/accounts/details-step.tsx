import { isCommonPassword, ownWords } from '@saathi/contract/accounts/common-password'
import type { UserType } from '@saathi/contract/accounts/entities'
import { isMentor } from '@saathi/contract/accounts/roles'
import { useState } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/field.tsx'
import { PhoneInput } from '#core/ui/phone-input.tsx'
import { TextInput } from '#core/ui/text-input.tsx'
import { detailFaults, detailNames } from './details-faults.ts'
import { LanguageField, useActiveLanguages } from './language-field.tsx'
import { ProgramField, useOfferedPrograms } from './program-field.tsx'
import type { SignUpDraft, SignUpPass } from './sign-up-pass.ts'
import { useSignUp } from './sign-up-queries.ts'
import { OtherPassword, SignUpRefusal } from './sign-up-refusal.tsx'
import css from './auth-frame.module.css'
import { StepCard } from './auth-frame.tsx'
import { WithValue } from './with-value.tsx'

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
