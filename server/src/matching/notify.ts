import type { ListenerCtx } from '#core/ctx.ts'
import { notifyPerson } from '#notices/public.ts'
import type { OfferRow } from './lock-store.ts'

type Template = 'matchesFound' | 'matchAsked' | 'matchNotMade' | 'groupPlace' | 'groupLater'

/** Sorted by id, so that two concurrent transactions cannot deadlock. The notices name nobody. */
async function notifyAll(ctx: ListenerCtx, people: readonly number[], template: Template, onceKey: string): Promise<void> {
  for (const personId of [...new Set(people)].toSorted((a, b) => a - b)) {
    await notifyPerson(ctx, { personId, kind: 'matches', template, values: {}, link: '/mentorship', onceKey })
  }
}

/** Several offers made at the same moment cause one notice. */
export const notifyMatchesFound = (ctx: ListenerCtx, people: readonly number[], at: Date) =>
  notifyAll(ctx, people, 'matchesFound', `matches found ${at.toISOString()}`)

export const notifyChosenMentor = (ctx: ListenerCtx, { id, mentorId }: OfferRow) =>
  notifyAll(ctx, [mentorId], 'matchAsked', `match asked ${id}`)

/** Sent whatever the reason was; the mentee stays in the pool. */
export async function notifyMatchNotMade(ctx: ListenerCtx, offers: readonly Pick<OfferRow, 'id' | 'menteeId'>[]): Promise<void> {
  for (const { id, menteeId } of offers.toSorted((a, b) => a.menteeId - b.menteeId))
    await notifyAll(ctx, [menteeId], 'matchNotMade', `match not made ${id}`)
}

export const notifyGroupPlace = (ctx: ListenerCtx, people: readonly number[], groupId: number) =>
  notifyAll(ctx, people, 'groupPlace', `group place ${groupId}`)

export const notifyGroupDelayed = (ctx: ListenerCtx, people: readonly number[], groupId: number, at: Date) =>
  notifyAll(ctx, people, 'groupLater', `group later ${groupId} ${at.toISOString()}`)

/** For the mentor. The mentees are notified when their offers end. */
export const notifyGroupDissolved = (ctx: ListenerCtx, { id, mentorId }: { id: number; mentorId: number }) =>
  notifyAll(ctx, [mentorId], 'matchNotMade', `group let go ${id}`)

/** One reminder for all offers that expire at that moment. */
export async function notifyExpiringSoon(ctx: ListenerCtx, people: readonly number[], expiresAt: Date): Promise<void> {
  const at = expiresAt.toISOString()
  for (const personId of [...new Set(people)].toSorted((a, b) => a - b)) {
    await notifyPerson(ctx, {
      personId,
      kind: 'matches',
      template: 'matchReminder',
      values: { when: { timeOf: at } },
      link: '/mentorship',
      onceKey: `match reminder ${at}`,
    })
  }
}
