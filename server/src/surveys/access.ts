import { DAY_MS } from '@saathi/contract/core/time'
import type { Permission } from '@saathi/contract/accounts/entities'
import { isMentor, type Role } from '@saathi/contract/accounts/roles'
import { roleMay } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { forbidden, notFound, phraseFor, Refusal } from '#core/errors.ts'
import { currentStage } from './stages.ts'
import { findStages, findSurveyOf, type StageRow, findOfferedSurveys, findTaker, type OfferedRow, type Opening } from './store.ts'

/** The part of the request context that access checks need. */
export type ViewerCtx = Pick<Ctx, 'db' | 'actor' | 'now'>

/** Staff roles are not asked to take surveys. */
export const audiencesOf = (role: Role): readonly string[] =>
  roleMay(role, 'surveys.take') ? ['everyone', isMentor(role) ? 'mentors' : 'mentees'] : []

/** The flag opens all surveys; a follow-up survey opens a number of days after the previous one was completed. */
export function permissionOf(flag: Permission, { hasPrerequisite, afterDays, afterCompletedAt }: Opening, now: Date): Permission {
  if (flag !== 'use' || !hasPrerequisite) return flag
  const opensAt = afterCompletedAt && afterCompletedAt.getTime() + afterDays * DAY_MS
  return opensAt !== null && opensAt <= now.getTime() ? 'use' : 'show'
}

export const isClosedAt = ({ closesAt }: { closesAt: Date | null }, now: Date): boolean => closesAt !== null && closesAt <= now

/** Completed surveys stay visible, whatever the flag. */
export const isVisible = ({ permission, completedAt }: { permission: Permission; completedAt: Date | null }): boolean =>
  permission === 'use' || completedAt !== null

export type Offer = OfferedRow & { permission: Permission; isClosed: boolean }

/** The surveys meant for this person, open or not; optionally only one of them. */
export async function findOffers(db: Db, personId: number, now: Date, surveyId?: number): Promise<Offer[]> {
  const { role, flag } = await findTaker(db, personId)
  const rows = await findOfferedSurveys(db, { personId, audiences: audiencesOf(role), now }, surveyId)
  return rows.map((row) => ({ ...row, permission: permissionOf(flag, row, now), isClosed: isClosedAt(row, now) }))
}

const notYours = () => forbidden('surveys.not_yours')

/**
 * Read access. Other people's surveys and unknown ids get the same error, so ids cannot be probed. Surveys that are not open yet
 * say so, and completed ones stay readable.
 */
export async function requireSurvey(ctx: ViewerCtx, surveyId: number | null): Promise<Offer> {
  const { db, actor, now } = ctx
  const [offer] = surveyId === null ? [] : await findOffers(db, actor.personId, now(), surveyId)
  if (!offer) throw notFound('surveys.not_found')
  if (!isVisible(offer)) throw notYours()
  return offer
}

/** Write access. */
export async function requireSurveyInUse(ctx: ViewerCtx, surveyId: number): Promise<Offer> {
  const offer = await requireSurvey(ctx, surveyId)
  if (offer.permission !== 'use') throw notYours()
  return offer
}

/** Access to a stage follows its survey. */
export async function requireStageWithSurvey(ctx: ViewerCtx, stageId: number) {
  const offer = await requireSurvey(ctx, await findSurveyOf(ctx.db, stageId))
  const stages = await findStages(ctx.db, offer.id)
  return { offer, stages, stage: requireStage(stages, stageId) }
}

export function requireNotClosed({ isClosed }: Offer): void {
  if (isClosed) throw new Refusal(410, 'surveys.closed')
}

/** Stages of other surveys and unknown ids get the same error. */
export function requireStage(stages: readonly StageRow[], stageId: number): StageRow {
  const stage = stages.find(({ id }) => id === stageId)
  if (stage) return stage
  throw new Refusal(422, 'surveys.stage_elsewhere', { errors: { stage: [phraseFor('surveys.stage_elsewhere')] } })
}

/** A stage that was already submitted may be sent again: it is compared, not stored. */
export function requireTurn(
  { completedAt }: Offer,
  stages: readonly StageRow[],
  sent: ReadonlySet<number>,
  { id }: StageRow,
): void {
  const current = currentStage({ completedAt }, stages, sent)
  if (sent.has(id) || current?.id === id) return
  const place = current && { errors: { current_stage_id: [String(current.id)] } }
  throw new Refusal(409, 'surveys.stage_order', place)
}
