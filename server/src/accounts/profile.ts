import type { Profile } from '@saathi/contract/accounts/entities'
import type { Ctx } from '#core/ctx.ts'
import { findLegalVersions, insertConsents, updateAgreedEdition } from './consent-store.ts'
import { changePicture, type NewPicture } from './picture.ts'
import { type ProfileFields, updateProfileFields } from './profile-store.ts'
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

/** To the three texts as they stand today. Agreeing again changes nothing, least of all the day it was first done. */
export async function agreeToTerms(ctx: Ctx): Promise<void> {
  const { personId } = ctx.actor
  const { terms, privacy, conduct, edition } = await findLegalVersions(ctx.db)
  const given = { personId, givenAt: ctx.now() }
  await insertConsents(ctx.db, [
    { ...given, kind: 'terms', version: terms },
    { ...given, kind: 'privacy', version: privacy },
    { ...given, kind: 'conduct', version: conduct },
  ])
  await updateAgreedEdition(ctx.db, personId, edition)
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
}
