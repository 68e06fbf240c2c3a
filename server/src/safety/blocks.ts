import { isStaffRole } from '@saathi/contract/accounts/roles'
import { deleteBlock, findBlocksOf, insertBlock, linkToPictures, shownName } from '#accounts/public.ts'
import { publishBlockChanged } from '#chat/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import { openCase } from './open-case.ts'
import { findPairOf, findPeople, findSharedChannels, roleOf } from './person-store.ts'
import { pausePair } from './steps/effects.ts'
import { insertStep } from './steps/store.ts'

const noSuchPerson = () => notFound('safety.person_not_found')

export async function listBlocks(ctx: Ctx) {
  const rows = await findBlocksOf(ctx.db, ctx.actor.personId)
  const pictures = await linkToPictures(ctx, rows)
  return {
    blocks: rows.map((row, at) => ({
      personId: row.personId,
      name: shownName(row, ctx.actor.language),
      displayPicture: row.deletedAt ? null : (pictures[at] ?? null),
      blockedAt: row.blockedAt.toISOString(),
    })),
  }
}

/** People the actor has never met get the same reply as unknown ids. */
async function requireMet(ctx: Ctx, personId: number) {
  if (personId === ctx.actor.personId) throw conflict('safety.not_oneself')
  const person = (await findPeople(ctx.db, [personId])).get(personId)
  const role = roleOf(person)
  const shared = await findSharedChannels(ctx.db, ctx.actor.personId, personId)
  if (!person || person.name === null || role === null || shared.length === 0) throw noSuchPerson()
  if (isStaffRole(role)) throw conflict('safety.team_cannot_be_blocked')
  return { person, channelIds: shared.map(({ id }) => id) }
}

/** Idempotent. */
export async function blockPerson(ctx: Ctx, personId: number): Promise<{ pausesPair: boolean }> {
  const { person, channelIds } = await requireMet(ctx, personId)
  const me = ctx.actor.personId
  const mentorshipId = await findPairOf(ctx.db, me, personId)
  if (!(await insertBlock(ctx.db, { personId: me, blockedId: personId }, ctx.now()))) return { pausesPair: mentorshipId !== null }
  publishBlockChanged(ctx, channelIds, [me, personId], true)
  ctx.push({ to: [me], event: { type: 'safety.blocks_changed' } })
  if (mentorshipId !== null) await openBlockCase(ctx, { personId, mentorshipId, projectId: person.projectId })
  return { pausesPair: mentorshipId !== null }
}

type BlockedPartner = { personId: number; mentorshipId: number; projectId: number | null }

/** Blocking a partner may be a sign of trouble, even without a report, so the team looks at it. */
async function openBlockCase(ctx: Ctx, { personId, mentorshipId, projectId }: BlockedPartner): Promise<void> {
  const me = ctx.actor.personId
  const caseId = await openCase(ctx, {
    source: 'block',
    projectId,
    mentorshipId,
    channelId: null,
    isUrgent: false,
    isPossibleOffence: false,
    people: [
      { personId: me, part: 'reporter' },
      { personId, part: 'concerned' },
    ],
    event: { kind: 'blocked', person: me },
  })
  if (!(await pausePair(ctx, mentorshipId, true))) return
  await insertStep(ctx.db, {
    caseId,
    kind: 'pause_pair',
    personId,
    channelId: null,
    mentorshipId,
    words: null,
    state: 'in_force',
    takenBy: null,
    takenAt: ctx.now(),
    until: null,
  })
}

export async function unblockPerson(ctx: Ctx, personId: number): Promise<Record<string, never>> {
  const me = ctx.actor.personId
  if (!(await deleteBlock(ctx.db, { personId: me, blockedId: personId }))) throw noSuchPerson()
  const shared = await findSharedChannels(ctx.db, me, personId)
  publishBlockChanged(
    ctx,
    shared.map(({ id }) => id),
    [me, personId],
    false,
  )
  ctx.push({ to: [me], event: { type: 'safety.blocks_changed' } })
  return {}
}
