import { BIO_MAX_LENGTH, NO_PICTURE, type updateProfile } from '@saathi/contract/accounts/calls'
import type { Profile } from '@saathi/contract/accounts/entities'
import { isPhoneNumber } from '@saathi/contract/accounts/phone'
import type { CallInput } from '@saathi/contract/core/call'

type ProfileFields = Pick<Profile, 'firstName' | 'lastName' | 'bio' | 'phoneNumber'>
export type FieldName = keyof ProfileFields

/** Contains only edited fields; all others follow the profile, even if it changes on another device. */
export type ProfileDraft = Partial<ProfileFields> & {
  /** A file replaces the old picture, null removes it. */
  picture?: File | null
}
export type ProfileForm = CallInput<typeof updateProfile>['form']
export type Fault = 'tooLong' | 'phoneMissing' | 'phoneWrong' | 'refused'
export type Faults = Partial<Record<FieldName, Fault>>

const fieldNames: readonly FieldName[] = ['firstName', 'lastName', 'bio', 'phoneNumber']

export function fieldsOf(profile: Profile, draft: ProfileDraft): ProfileFields {
  const { firstName, lastName, bio, phoneNumber } = profile
  return { firstName, lastName, bio, phoneNumber, ...draft }
}

/** A field changed back to its saved value is no change, and neither is removing a missing picture. */
export function isChanged(profile: Profile, draft: ProfileDraft): boolean {
  const fields = fieldsOf(profile, draft)
  return (
    draft.picture instanceof File || isPictureRemoved(profile, draft) || fieldNames.some((name) => fields[name] !== profile[name])
  )
}

export const isPictureRemoved = ({ picture }: Profile, draft: ProfileDraft): boolean => draft.picture === null && picture !== null

export function faultsOf(profile: Profile, draft: ProfileDraft): Faults {
  const { bio, phoneNumber } = fieldsOf(profile, draft)
  const isNewPhone = phoneNumber !== profile.phoneNumber
  return {
    ...(bio.length > BIO_MAX_LENGTH && { bio: 'tooLong' }),
    ...(isNewPhone && phoneNumber === '' && { phoneNumber: 'phoneMissing' }),
    ...(isNewPhone && phoneNumber !== '' && !isPhoneNumber(phoneNumber) && { phoneNumber: 'phoneWrong' }),
  }
}

/** Names are always sent, even if empty; the picture only if it changed; the phone number only if valid. */
export function formOf(profile: Profile, draft: ProfileDraft): ProfileForm {
  const { firstName, lastName, bio, phoneNumber } = fieldsOf(profile, draft)
  const names = { firstName: firstName.trim(), lastName: lastName.trim(), bio: bio.trim() }
  return {
    fields: {
      ...names,
      ...(isPhoneNumber(phoneNumber) && { phoneNumber }),
      ...(isPictureRemoved(profile, draft) && { picture: NO_PICTURE }),
    },
    files: draft.picture ? { picture: draft.picture } : {},
  }
}

/** Keeps edits made while saving. */
export function afterSaving(draft: ProfileDraft, saved: ProfileDraft): ProfileDraft {
  const left = { ...draft }
  for (const name of [...fieldNames, 'picture'] as const) if (left[name] === saved[name]) delete left[name]
  return left
}
