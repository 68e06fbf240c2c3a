import type { ListenerCtx } from '#core/ctx.ts'
import { upsertAnswers } from '../answers/store.ts'
import { notifyPlanned, refreshCalendars, remindOfPlanned } from '../notices/notices.ts'
import { syncPlanned } from '../sync/jobs.ts'
import type { Occurrence, Placed, Plan, Series } from './plan.ts'
import { type EventRow, insertEvents, insertSeries, moveEvents, type SeriesRow, updateEvent, updateSeries } from '../store.ts'

type PlanChange = Plan & {
  current: SeriesRow
  /** The person who makes the change. */
  byId: number
  /** The occurrences before the change. */
  all: readonly EventRow[]
  /** The person who agreed to the new time, in addition to the one who sets it. */
  agreedId?: number
  /** A deletion is undone before anybody was notified of it. */
  isUndo?: boolean
}

/** The ids of everything that changed. */
export type PlanResult = {
  first: number
  added: number[]
  changed: number[]
  moved: number[]
  cancelled: number[]
  news: number[]
}

/** Writes a plan. Unchanged occurrences are not touched, so nobody is notified of them. */
export async function applyPlan(ctx: ListenerCtx, change: PlanChange): Promise<PlanResult> {
  const { db } = ctx
  const now = ctx.now()
  const { before, series, placed, current, all } = change
  const { mentorshipId, createdBy } = current
  if (!isSameSeries(before ?? series, current)) await updateSeries(db, current.id, before ?? series)
  const half = { ...series, mentorshipId, createdBy, version: current.version + 1 }
  const seriesId = before ? await insertSeries(db, half, now) : current.id
  const old = new Map(all.map((row) => [row.id, row]))
  const existing = placed.flatMap((one) => (one.id === null ? [] : [{ ...one, id: one.id }]))
  const isOther = (one: Placed & { id: number }) => !isSame(one, old.get(one.id))
  const touched = existing.filter(isOther)
  // A series has at most one occurrence per day: first write those that free their day, then those that take one. When a whole
  // series moves forward, the last goes first.
  const isLater = (one: Placed & { id: number }) => one.date > (old.get(one.id)?.date ?? '')
  const orderOf = (one: Placed & { id: number }) => (isLater(one) ? -1 : 1) * Date.parse(one.date)
  const isLive = ({ status }: Placed) => Number(status === 'live')
  const ordered = touched.toSorted((a, b) => isLive(a) - isLive(b) || orderOf(a) - orderOf(b))
  if (before)
    await moveEvents(
      db,
      existing.filter((one) => !isOther(one)).map(({ id }) => id),
      seriesId,
    )
  for (const one of ordered) await updateEvent(db, one.id, seriesId, one, now)
  const fresh = placed.filter(({ id }) => id === null)
  const added = await insertEvents(db, { seriesId, mentorshipId }, fresh, now)
  const wasLive = (id: number) => old.get(id)?.status === 'live'
  const isToCome = (one: Placed & { id: number }) => [one.at, old.get(one.id)?.at].some((at) => at !== undefined && at > now)
  const result = {
    first: existing[0]?.id ?? added[0] ?? 0,
    added: [...added, ...touched.filter((one) => one.status === 'live' && !wasLive(one.id)).map(({ id }) => id)],
    changed: touched.filter((one) => one.status === 'live' && wasLive(one.id)).map(({ id }) => id),
    moved: touched
      .filter(({ id, at, status }) => status === 'live' && at.getTime() !== old.get(id)?.at.getTime())
      .map(({ id }) => id),
    cancelled: touched.filter((one) => one.status !== 'live' && wasLive(one.id)).map(({ id }) => id),
    // Moving an event from tomorrow to yesterday is news too: people expect it.
    news: [...added.filter((_id, index) => (fresh[index]?.at ?? now) > now), ...touched.filter(isToCome).map(({ id }) => id)],
  }
  const planned = { mentorshipId, byId: change.byId, ...result }
  if (!change.isUndo) await agree(ctx, [...result.added, ...result.moved], [change.byId, change.agreedId])
  await (change.isUndo ? refreshCalendars(ctx, mentorshipId) : notifyPlanned(ctx, planned))
  await remindOfPlanned(ctx, planned)
  await syncPlanned(ctx, planned)
  return result
}

/** The person who sets a time counts as coming. Runs before the mails, which say who comes. */
async function agree({ db, now }: ListenerCtx, eventIds: readonly number[], personIds: readonly (number | undefined)[]) {
  for (const personId of personIds)
    if (personId !== undefined) await upsertAnswers(db, eventIds, { personId, isYes: true, now: now() })
}

const shared = [
  'title',
  'description',
  'isPairGroupCall',
  'minutes',
  'zone',
  'time',
  'frequency',
  'anchor',
  'from',
  'end',
] as const
const isSameSeries = (one: Series, other: Series) => shared.every((field) => one[field] === other[field])

function isSame(placed: Placed, row: Occurrence | undefined): boolean {
  if (!row) return false
  return (
    placed.date === row.date &&
    placed.at.getTime() === row.at.getTime() &&
    placed.title === row.title &&
    placed.description === row.description &&
    placed.isPairGroupCall === row.isPairGroupCall &&
    placed.minutes === row.minutes &&
    placed.sessionId === row.sessionId &&
    placed.status === row.status &&
    placed.own.toSorted().join() === row.own.toSorted().join()
  )
}
