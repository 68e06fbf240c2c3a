import type { TextKey } from '@saathi/contract/texts'
import { ApiError } from '#core/api-error.ts'
import type { Faults, ProfileDraft, FieldName } from './profile-draft.ts'

const byWireName: Readonly<Record<string, FieldName>> = {
  first_name: 'firstName',
  last_name: 'lastName',
  bio: 'bio',
  phone_number: 'phoneNumber',
}

/** The fields the server refused. */
export function refusedFields(error: Error | null): Faults {
  const faults: Faults = {}
  if (!(error instanceof ApiError)) return faults
  for (const wireName of Object.keys(error.errors ?? {})) {
    const name = byWireName[wireName]
    if (name) faults[name] = 'refused'
  }
  return faults
}

/** The error text if the picture was refused. */
export function pictureFaultOf(error: Error | null, { picture }: ProfileDraft): TextKey | null {
  if (!(error instanceof ApiError) || !picture) return null
  if (error.code === 'core.too_large') return 'imageMaxSize2MB'
  return error.code.startsWith('files.') || error.code === 'core.wrong_type' ? 'invalidImageFile' : null
}
