import { BIO_MAX_LENGTH, NO_PICTURE, type updateProfile } from '@saathi/contract/accounts/calls'
import type { Profile } from '@saathi/contract/accounts/entities'
import { isPhoneNumber } from '@saathi/contract/accounts/phone'
import type { CallInput } from '@saathi/contract/core/call'

type Words = Pick<Profile, 'firstName' | 'lastName' | 'bio' | 'phoneNumber'>
export type WordName = keyof Words

/** Only what was touched; everything else follows the profile, also when it changes on another device meanwhile. */
export type ProfileDraft = Partial<Words> & {
  /** A file takes the old picture's place, null takes it away. */
  picture?: File | null
}
export type ProfileForm = CallInput<typeof updateProfile>['form']
export type Fault = 'tooLong' | 'phoneMissing' | 'phoneWrong' | 'refused'
export type Faults = Partial<Record<WordName, Fault>>

const wordNames: readonly WordName[] = ['firstName', 'lastName', 'bio', 'phoneNumber']

export function wordsOf(profile: Profile, draft: ProfileDraft): Words {
  const { firstName, lastName, bio, phoneNumber } = profile
  return { firstName, lastName, bio, phoneNumber, ...draft }
}

/** A word typed back to what it was is no change, and there is nothing to take away where no picture is. */
export function isChanged(profile: Profile, draft: ProfileDraft): boolean {
  const words = wordsOf(profile, draft)
  return (
    draft.picture instanceof File || isPictureRemoved(profile, draft) || wordNames.some((name) => words[name] !== profile[name])
  )
}

export const isPictureRemoved = ({ picture }: Profile, draft: ProfileDraft): boolean => draft.picture === null && picture !== null

export function faultsOf(profile: Profile, draft: ProfileDraft): Faults {
  const { bio, phoneNumber } = wordsOf(profile, draft)
  const isNewPhone = phoneNumber !== profile.phoneNumber
  return {
    ...(bio.length > BIO_MAX_LENGTH && { bio: 'tooLong' }),
    ...(isNewPhone && phoneNumber === '' && { phoneNumber: 'phoneMissing' }),
    ...(isNewPhone && phoneNumber !== '' && !isPhoneNumber(phoneNumber) && { phoneNumber: 'phoneWrong' }),
  }
}

/** Names are always sent, empty if need be; the picture only when it changes; a phone number when there is one to send. */
export function formOf(profile: Profile, draft: ProfileDraft): ProfileForm {
  const { firstName, lastName, bio, phoneNumber } = wordsOf(profile, draft)
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

/** What was typed while the rest was on its way is still to be saved. */
export function afterSaving(draft: ProfileDraft, saved: ProfileDraft): ProfileDraft {
  const left = { ...draft }
  for (const name of [...wordNames, 'picture'] as const) if (left[name] === saved[name]) delete left[name]
  return left
}
