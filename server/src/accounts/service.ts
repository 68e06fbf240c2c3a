import { type Profile, type Status, MatchingStatus, Profile as ProfileSchema } from '@saathi/contract/accounts/entities'
import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import type { Role } from '@saathi/contract/accounts/roles'
import type * as z from 'zod/mini'
import type { Ctx, PublicCtx } from '#core/ctx.ts'
import { badInput } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import { roleMay } from './can.ts'
import { linkToPicture } from './profile/picture.ts'
import {
  findExperiences,
  findMaintenanceNotice,
  findProfile,
  updateLanguage,
  updateMatchingStatus,
  openShownFlags,
  type ShownFlag,
} from './store.ts'

export async function getProfile(ctx: Ctx): Promise<Profile> {
  const parts = ctx.domains.flatMap(({ statusPart }) => statusPart?.(ctx) ?? [])
  const { found, experiences, partsFound } = await findProfile(
    ctx.db,
    ctx.actor.personId,
    parts.map(({ find }) => find),
  )
  const { languageCode, agreedTermsVersion, edition, matchingStatus, leavesAt, ...person } = found
  const status: Status = {
    surveys: [],
    experiences,
    newSessionAvailable: false,
    matching: { matchingStatus: matchingStatus === null ? null : MatchingStatus.parse(matchingStatus) },
    workReadiness: { hasScores: false },
  }
  for (const [at, { add }] of parts.entries()) add(partsFound[at], status)
  return ProfileSchema.parse({
    ...person,
    displayName: displayName(person),
    picture: await linkToPicture(ctx, found),
    hasAgreedTerms: agreedTermsVersion !== null && agreedTermsVersion >= (edition ?? 1),
    newPrimaryLanguage: languageCode,
    leavesAt: leavesAt?.toISOString() ?? null,
    status,
  })
}

/** Other domains add their own facts; the contract's `nextStepOf` decides the next step. */
export async function getNextFacts(ctx: Ctx): Promise<NextFacts> {
  const { actor } = ctx
  const { curriculum, internship, session } = await findExperiences(ctx.db, actor.personId)
  const facts: NextFacts = {
    side: sideOf(actor.role),
    mentorship: curriculum,
    internship,
    survey: null,
    hub: { isOpen: session === 'use', completed: 0, needed: 0, ongoing: null, next: null },
    matching: { status: null, offers: 0, decideBy: null, awaitsApproval: false },
    partners: [],
    walks: [],
    looksAfter: false,
    hadMentorship: false,
    streak: null,
    meeting: null,
    call: null,
  }
  for (const { addNextFacts } of ctx.domains) await addNextFacts?.(ctx, facts)
  return facts
}

function sideOf(role: Role): NextFacts['side'] {
  if (roleMay(role, 'mentorship.lead')) return 'mentor'
  if (roleMay(role, 'mentorship.follow')) return 'mentee'
  return roleMay(role, 'mentorship.manage') ? 'pair_manager' : 'staff'
}

export function displayName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}

export async function setPrimaryLanguage(ctx: Ctx, code: string): Promise<string> {
  if (!(await updateLanguage(ctx.db, ctx.actor.personId, code))) {
    throw badInput('content.language_not_offered')
  }
  ctx.push({ to: [ctx.actor.personId], event: { type: 'accounts.profile_changed' } })
  return code
}

/** The team's message is shown only while the product is closed. */
export async function describeMaintenance({ db }: PublicCtx) {
  const { underMaintenance, message, until } = await findMaintenanceNotice(db)
  return { underMaintenance, ...(underMaintenance && { maintenance: { message, until: until?.toISOString() ?? null } }) }
}

/** Null for people who are not searching. Open tabs refetch the profile only if it changed. */
export async function setMatchingStatus(
  ctx: Pick<Ctx, 'db' | 'push'>,
  personId: number,
  status: z.infer<typeof MatchingStatus> | null,
): Promise<void> {
  if (await updateMatchingStatus(ctx.db, personId, status))
    ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
}

/** Changes flags from 'show' to 'use'. Flags that are 'off' stay off. */
export async function openExperiences(
  ctx: Pick<Ctx, 'db' | 'raise' | 'push'>,
  personId: number,
  flags: readonly ShownFlag[],
): Promise<readonly ShownFlag[]> {
  const opened = await openShownFlags(ctx.db, personId, flags)
  if (opened.length === 0) return opened
  await ctx.raise({ type: 'accounts.flags_changed', personId, opened })
  ctx.push({ to: [personId], event: { type: 'accounts.profile_changed' } })
  return opened
}

/** The name others see: people who have left have none, but their messages remain. */
export function shownName(person: { firstName: string; lastName: string; deletedAt: Date | null }, language: string): string {
  return person.deletedAt ? findText(language)('accounts.formerMember') : displayName(person)
}
