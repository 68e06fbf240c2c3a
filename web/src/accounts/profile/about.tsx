import { BIO_MAX_LENGTH, NAME_MAX_LENGTH } from '@saathi/contract/accounts/calls'
import type { Profile } from '@saathi/contract/accounts/entities'
import type { ReactNode } from 'react'
import { useLanguage, useText, type Translate } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { PhoneInput } from '#core/ui/form/phone-input.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import css from './about.module.css'
import { fieldsOf, type Fault, type Faults, type ProfileDraft } from './draft.ts'
import { ProfileSection } from './section.tsx'

type Props = {
  profile: Profile
  draft: ProfileDraft
  faults: Faults
  onEdit: (part: ProfileDraft) => void
  children: ReactNode
}

export function ProfileAbout({ profile, draft, faults, onEdit, children }: Props) {
  const t = useText()
  const language = useLanguage()
  const { firstName, lastName, bio, phoneNumber } = fieldsOf(profile, draft)
  return (
    <ProfileSection title={t('profile.about')} sub={t('profile.about.sub')}>
      <div className={css.fields}>
        <Field label={t('profile.firstName')} error={faultText(faults.firstName, t)}>
          <TextInput
            name="firstName"
            autoComplete="given-name"
            maxLength={NAME_MAX_LENGTH}
            value={firstName}
            onChange={(event) => onEdit({ firstName: event.target.value })}
          />
        </Field>
        <Field label={t('profile.lastName')} error={faultText(faults.lastName, t)}>
          <TextInput
            name="lastName"
            autoComplete="family-name"
            maxLength={NAME_MAX_LENGTH}
            value={lastName}
            onChange={(event) => onEdit({ lastName: event.target.value })}
          />
        </Field>
        <Field
          className={css.wide}
          label={t('profile.bio')}
          help={t('profile.bio.count', { used: bio.length, max: BIO_MAX_LENGTH })}
          error={
            faults.bio === 'tooLong' ? t('profile.bio.tooLong', { over: bio.length - BIO_MAX_LENGTH }) : faultText(faults.bio, t)
          }
        >
          <TextArea name="bio" rows={4} dir="auto" value={bio} onChange={(event) => onEdit({ bio: event.target.value })} />
        </Field>
        <Field
          className={css.wide}
          label={t('profile.phone')}
          help={t('profile.phone.help')}
          error={faultText(faults.phoneNumber, t)}
        >
          <PhoneInput
            name="phoneNumber"
            countryLabel={t('profile.phone.country')}
            language={language}
            value={phoneNumber}
            onChange={(digits) => onEdit({ phoneNumber: digits })}
          />
        </Field>
        <Fixed profile={profile} />
      </div>
      {children}
    </ProfileSection>
  )
}

/** Not read-only inputs: fields that can never be edited should not look editable. */
function Fixed({ profile }: { profile: Profile }) {
  const t = useText()
  return (
    <div className={css.wide}>
      <dl className={css.fixed}>
        <div>
          <dt>{t('profile.email')}</dt>
          <dd dir="ltr">{profile.email}</dd>
        </div>
        <div>
          <dt>{t('profile.role')}</dt>
          <dd>{t(`profile.role.${profile.role}`)}</dd>
        </div>
      </dl>
      <p className={css.why}>{t('profile.fixed')}</p>
    </div>
  )
}

const faultTexts = {
  tooLong: 'profile.checkField',
  refused: 'profile.checkField',
  phoneMissing: 'fieldIsMandatory',
  phoneWrong: 'profile.phone.wrong',
} as const

const faultText = (fault: Fault | undefined, t: Translate) => fault && t(faultTexts[fault])
