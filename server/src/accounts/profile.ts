import type { Profile } from '@saathi/contract/accounts/entities'
import type { Ctx } from '#core/ctx.ts'
import { changePicture, type NewPicture } from './picture.ts'
import { findTermsVersion, insertConsent, type ProfileFields, updateAgreedTerms, updateProfileFields } from './profile-store.ts'
import { getProfile } from './service.ts'

// Everything here is the actor's own, so there is no door to pass.

export async function updateProfile(ctx: Ctx, fields: ProfileFields, picture: NewPicture): Promise<Profile> {
  const { personId } = ctx.actor
  await updateProfileFields(ctx.db, personId, {
    ...fields,
    firstName: fields.firstName.trim(),
    lastName: fields.lastName.trim(),
  })
  await changePicture(ctx, picture)
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
  return getProfile(ctx)
}

/** To the terms as they stand today. Agreeing again changes nothing, least of all the day it was first done. */
export async function agreeToTerms(ctx: Ctx): Promise<void> {
  const { personId } = ctx.actor
  const version = await findTermsVersion(ctx.db)
  await insertConsent(ctx.db, personId, 'terms', version, ctx.now())
  await updateAgreedTerms(ctx.db, personId, version)
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
}
