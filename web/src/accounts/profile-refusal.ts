import type { TextKey } from '@saathi/contract/texts'
import { ApiError } from '#core/api-error.ts'
import type { Faults, ProfileDraft, WordName } from './profile-draft.ts'

const byWireName: Readonly<Record<string, WordName>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  bio: 'bio',
  phone_number: 'phoneNumber',
}

/** The fields the server would not take. */
export function refusedWords(error: Error | null): Faults {
  const faults: Faults = {}
  if (!(error instanceof ApiError)) return faults
  for (const wireName of Object.keys(error.errors ?? {})) {
    const name = byWireName[wireName]
    if (name) faults[name] = 'refused'
  }
  return faults
}

/** What is wrong with the picture, when it is the picture that was refused. */
export function pictureFaultOf(error: Error | null, { picture }: ProfileDraft): TextKey | null {
  if (!(error instanceof ApiError) || !picture) return null
  if (error.code === 'core.too_large') return 'imageMaxSize2MB'
  return error.code.startsWith('files.') || error.code === 'core.wrong_type' ? 'invalidImageFile' : null
}
