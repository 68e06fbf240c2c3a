import type { ListenerCtx } from '#core/ctx.ts'
import { notifyPerson } from '#notices/public.ts'
import type { OfferRow } from './lock-store.ts'
import type { Found } from './offers/store.ts'

type Template = 'matchNotMade' | 'groupLater'

/** Sorted by id, so that two concurrent transactions cannot deadlock. */
const inOrder = (people: readonly number[]): number[] => [...new Set(people)].toSorted((a, b) => a - b)
const kind = 'matches'
const link = '/mentorship'

async function notifyAll(ctx: ListenerCtx, people: readonly number[], template: Template, onceKey: string): Promise<void> {
  for (const personId of inOrder(people)) await notifyPerson(ctx, { personId, kind, template, values: {}, link, onceKey })
}

/** Several offers made at the same moment cause one notice. */
export async function notifyMatchesFound(ctx: ListenerCtx, found: readonly Found[], at: Date): Promise<void> {
  for (const { personId, count, groupType } of found.toSorted((a, b) => a.personId - b.personId)) {
    const values = { count: String(count), who: groupType === '1to1' ? 'mentors' : 'mentees' }
    const onceKey = `matches found ${at.toISOString()}`
    await notifyPerson(ctx, { personId, kind, template: 'matchesFound', values, link, onceKey })
  }
}

export const notifyChosenMentor = (ctx: ListenerCtx, { id, mentorId, menteeId }: OfferRow) =>
  notifyPerson(ctx, {
    personId: mentorId,
    kind,
    template: 'matchAsked',
    values: { from: { nameOf: menteeId } },
    link,
    onceKey: `match asked ${id}`,
  })

/** Sent whatever the reason was; the mentee stays in the pool. */
export async function notifyMatchNotMade(ctx: ListenerCtx, offers: readonly Pick<OfferRow, 'id' | 'menteeId'>[]): Promise<void> {
  for (const { id, menteeId } of offers.toSorted((a, b) => a.menteeId - b.menteeId))
    await notifyAll(ctx, [menteeId], 'matchNotMade', `match not made ${id}`)
}

type GroupPlaces = { groupId: number; mentorId: number; menteeIds: readonly number[] }

export async function notifyGroupPlace(ctx: ListenerCtx, { groupId, mentorId, menteeIds }: GroupPlaces): Promise<void> {
  const values = { from: { nameOf: mentorId } }
  for (const personId of inOrder(menteeIds))
    await notifyPerson(ctx, { personId, kind, template: 'groupPlace', values, link, onceKey: `group place ${groupId}` })
}

export const notifyGroupDelayed = (ctx: ListenerCtx, people: readonly number[], groupId: number, at: Date) =>
  notifyAll(ctx, people, 'groupLater', `group later ${groupId} ${at.toISOString()}`)

/** For the mentor. The mentees are notified when their offers end. */
export const notifyGroupDissolved = (ctx: ListenerCtx, { id, mentorId }: { id: number; mentorId: number }) =>
  notifyAll(ctx, [mentorId], 'matchNotMade', `group let go ${id}`)

/** One reminder for all offers that expire at that moment. */
export async function notifyExpiringSoon(ctx: ListenerCtx, people: readonly number[], expiresAt: Date): Promise<void> {
  const at = expiresAt.toISOString()
  const values = { when: { timeOf: at } }
  for (const personId of inOrder(people))
    await notifyPerson(ctx, { personId, kind, template: 'matchReminder', values, link, onceKey: `match reminder ${at}` })
}
