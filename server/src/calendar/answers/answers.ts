import type { answerEvent, answerProposal, proposeTime } from '@saathi/contract/calendar/time-calls'
import { MAX_YEARS_AHEAD } from '@saathi/contract/calendar/check-event'
import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { CallParsed } from '@saathi/contract/core/call'
import { DAY_MS, MINUTE_MS } from '@saathi/contract/core/time'
import type { Ctx } from '#core/ctx.ts'
import { badField, conflict, forbidden } from '#core/errors.ts'
import { type LockedEvent, requireEditor, requireEvent, requireNotPaused } from '../access.ts'
import { notifyAnswered } from '../notices/answers.ts'
import { applyPlan } from '../series/apply-plan.ts'
import { planEdit } from '../series/plan.ts'
import { readBack } from '../show-event.ts'
import * as store from './store.ts'

type Address = { mentorshipId: number; id: number }

/** Locks the event. It must not be over, and its mentorship must be ongoing. */
async function requireAnswerable(ctx: Ctx, { mentorshipId, id }: Address): Promise<LockedEvent> {
  const locked = await requireEvent(ctx, mentorshipId, id)
  await requireNotPaused(ctx, locked.inside)
  const { at, minutes } = locked.target
  if (at.getTime() + minutes * MINUTE_MS <= ctx.now().getTime()) throw conflict('calendar.over')
  return locked
}

/** Pair managers attend only the events they plan themselves. */
function requireInvited({ inside, series }: LockedEvent): void {
  const { part, personId } = inside.me
  if (part === 'pair_manager' && series.createdBy !== personId) throw forbidden('calendar.not_invited')
}

export async function saveAnswer(
  ctx: Ctx,
  address: Address,
  { answer, scheduledTime, applyToRecurring }: CallParsed<typeof answerEvent>['body'],
): Promise<CalendarEvent> {
  const locked = await requireAnswerable(ctx, address)
  requireInvited(locked)
  const { inside, series, all, target } = locked
  // The time has changed since, so this answer is about the old one.
  if (new Date(scheduledTime).getTime() !== target.at.getTime()) throw conflict('calendar.changed')
  const now = ctx.now()
  const { personId } = inside.me
  const isYes = answer === 'yes'
  const reached =
    applyToRecurring === 'ALL'
      ? all.filter(({ id, status, at }) => status === 'live' && (at > now || id === target.id))
      : [target]
  const ids = reached.map(({ id }) => id)
  const before = (await store.findAnswers(ctx.db, ids)).filter((each) => each.personId === personId)
  await store.upsertAnswers(ctx.db, ids, { personId, isYes, now })
  for (const id of ids) await store.closeProposals(ctx.db, id, now, personId)
  const isNews = ids.some((id) => before.find(({ eventId }) => eventId === id)?.isYes !== isYes)
  const template = isYes ? ('calendarAccepted' as const) : ('calendarDeclined' as const)
  if (isNews) await notifyAnswered(ctx, { inside, series, event: target, template, at: target.at })
  return readBack(ctx, inside, target.id)
}

export async function saveProposal(
  ctx: Ctx,
  address: Address,
  { scheduledTime, note }: CallParsed<typeof proposeTime>['body'],
): Promise<CalendarEvent> {
  const locked = await requireAnswerable(ctx, address)
  requireInvited(locked)
  const { inside, series, target } = locked
  const at = wholeMinute(new Date(scheduledTime))
  const now = ctx.now()
  if (at <= now) throw badField('scheduled_time', 'time_in_past')
  if (at.getTime() > now.getTime() + MAX_YEARS_AHEAD * 365 * DAY_MS) throw badField('scheduled_time', 'day_too_far')
  if (at.getTime() === target.at.getTime()) throw badField('scheduled_time', 'same_time')
  const { personId } = inside.me
  await store.insertProposal(ctx.db, { eventId: target.id, personId, at, forAt: target.at, note: note.trim(), now })
  await notifyAnswered(ctx, { inside, series, event: target, template: 'calendarProposed', at })
  return readBack(ctx, inside, target.id)
}

/** Accepting moves this event, and both people then count as coming. Declining leaves it where it is. */
export async function settleProposal(
  ctx: Ctx,
  { proposalId, ...address }: Address & { proposalId: number },
  { answer }: CallParsed<typeof answerProposal>['body'],
): Promise<CalendarEvent> {
  const locked = await requireAnswerable(ctx, address)
  requireEditor(locked)
  const { inside, series, all, target } = locked
  const { personId } = inside.me
  const proposal = (await store.findProposals(ctx.db, [target.id])).find(({ id }) => id === proposalId)
  if (!proposal) throw conflict('calendar.proposal_closed')
  // People cannot accept their own proposal.
  if (proposal.personId === personId) throw forbidden('calendar.not_yours')
  const now = ctx.now()
  if (answer === 'no') {
    await store.closeProposals(ctx.db, target.id, now, proposal.personId)
    await notifyAnswered(ctx, { inside, series, event: target, template: 'calendarKept', at: target.at })
    return readBack(ctx, inside, target.id)
  }
  if (proposal.at <= now) throw conflict('calendar.over')
  const { title, description, isPairGroupCall, minutes, sessionId } = target
  const { zone, frequency, end } = series
  const input = { title, description, isPairGroupCall, minutes, sessionId, zone, frequency, end, at: proposal.at }
  const plan = planEdit(series, all, target, input, 'THIS')
  if ('problem' in plan) throw conflict('calendar.proposal_closed')
  await applyPlan(ctx, { ...plan, current: series, byId: personId, agreedId: proposal.personId, all })
  await store.closeProposals(ctx.db, target.id, now)
  return readBack(ctx, inside, target.id)
}

const wholeMinute = (time: Date): Date => new Date(Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS)
