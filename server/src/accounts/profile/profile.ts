import type { Profile } from '@saathi/contract/accounts/entities'
import type { Ctx } from '#core/ctx.ts'
import { findLegalVersions, insertConsents, updateAgreedEdition } from '../sign-up/consent-store.ts'
import { changePicture, type NewPicture } from './picture.ts'
import { type ProfileFields, updateProfileFields } from './store.ts'
import { getProfile } from '../service.ts'

// Everything here belongs to the actor, so no access check is needed.

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

/** Records agreement to the current versions of the three texts. Agreeing again keeps the first date. */
export async function agreeToTerms(ctx: Ctx): Promise<void> {
  const { personId } = ctx.actor
  const { terms, privacy, conduct, edition } = await findLegalVersions(ctx.db)
  const consent = { personId, givenAt: ctx.now() }
  await insertConsents(ctx.db, [
    { ...consent, kind: 'terms', version: terms },
    { ...consent, kind: 'privacy', version: privacy },
    { ...consent, kind: 'conduct', version: conduct },
  ])
  await updateAgreedEdition(ctx.db, personId, edition)
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
}
