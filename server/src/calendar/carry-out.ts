import type { ListenerCtx } from '#core/events.ts'
import type { Occurrence, Placed, Plan, Series } from './series-plan.ts'
import { type EventRow, insertEvents, insertSeries, moveEvents, type SeriesRow, updateEvent, updateSeries } from './store.ts'

type Order = Plan & {
  current: SeriesRow
  /** Who wants it. */
  byId: number
  /** As they stood before. */
  all: readonly EventRow[]
}

/** What became of each that is other than it was. */
export type Outcome = { first: number; added: number[]; changed: number[]; cancelled: number[]; news: number[] }

/** Writes a plan exactly as it is. What stands as it stood is not touched, so that nobody hears of it. */
export async function carryOut(ctx: ListenerCtx, order: Order): Promise<Outcome> {
  const { db } = ctx
  const now = ctx.now()
  const { before, series, placed, current, all } = order
  const { mentorshipId, createdBy } = current
  if (!isSameSeries(before ?? series, current)) await updateSeries(db, current.id, before ?? series)
  const half = { ...series, mentorshipId, createdBy, version: current.version + 1 }
  const seriesId = before ? await insertSeries(db, half, now) : current.id
  const old = new Map(all.map((row) => [row.id, row]))
  const given = placed.flatMap((one) => (one.id === null ? [] : [{ ...one, id: one.id }]))
  const isOther = (one: Placed & { id: number }) => !isSame(one, old.get(one.id))
  const touched = given.filter(isOther)
  // Each day of a series has one occurrence at most: first those that give theirs up, then those that take one, and of a whole
  // series that moves on the last goes first.
  const isLater = (one: Placed & { id: number }) => one.date > (old.get(one.id)?.date ?? '')
  const turnOf = (one: Placed & { id: number }) => (isLater(one) ? -1 : 1) * Date.parse(one.date)
  const isLive = ({ standing }: Placed) => Number(standing === 'live')
  const inOrder = touched.toSorted((a, b) => isLive(a) - isLive(b) || turnOf(a) - turnOf(b))
  if (before)
    await moveEvents(
      db,
      given.filter((one) => !isOther(one)).map(({ id }) => id),
      seriesId,
    )
  for (const one of inOrder) await updateEvent(db, one.id, seriesId, one, now)
  const fresh = placed.filter(({ id }) => id === null)
  const added = await insertEvents(db, { seriesId, mentorshipId }, fresh, now)
  const wasLive = (id: number) => old.get(id)?.standing === 'live'
  const isToCome = (one: Placed & { id: number }) => [one.at, old.get(one.id)?.at].some((at) => at !== undefined && at > now)
  const outcome = {
    first: given[0]?.id ?? added[0] ?? 0,
    added: [...added, ...touched.filter((one) => one.standing === 'live' && !wasLive(one.id)).map(({ id }) => id)],
    changed: touched.filter((one) => one.standing === 'live' && wasLive(one.id)).map(({ id }) => id),
    cancelled: touched.filter((one) => one.standing !== 'live' && wasLive(one.id)).map(({ id }) => id),
    // Moved from tomorrow to yesterday is news as well: somebody waits for it.
    news: [...added.filter((_id, index) => (fresh[index]?.at ?? now) > now), ...touched.filter(isToCome).map(({ id }) => id)],
  }
  await ctx.raise({ type: 'calendar.planned', mentorshipId, byId: order.byId, ...outcome })
  return outcome
}

const shared = ['title', 'description', 'isPairGroupCall', 'zone', 'time', 'frequency', 'anchor', 'from', 'end'] as const
const isSameSeries = (one: Series, other: Series) => shared.every((field) => one[field] === other[field])

function isSame(placed: Placed, row: Occurrence | undefined): boolean {
  if (!row) return false
  return (
    placed.date === row.date &&
    placed.at.getTime() === row.at.getTime() &&
    placed.title === row.title &&
    placed.description === row.description &&
    placed.isPairGroupCall === row.isPairGroupCall &&
    placed.sessionId === row.sessionId &&
    placed.standing === row.standing &&
    placed.own.toSorted().join() === row.own.toSorted().join()
  )
}
