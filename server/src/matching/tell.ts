import type { ListenerCtx } from '#core/events.ts'
import { notifyPerson } from '#notices/public.ts'
import type { OfferRow } from './lock-store.ts'

type Template = 'matchesFound' | 'matchAsked' | 'matchNotMade' | 'groupPlace' | 'groupLater'

/** By id, so that two who tell the same people do not wait for each other both ways round. Nobody is named. */
async function tellAll(ctx: ListenerCtx, people: readonly number[], template: Template, onceKey: string): Promise<void> {
  for (const personId of [...new Set(people)].toSorted((a, b) => a - b)) {
    await notifyPerson(ctx, { personId, kind: 'matches', template, values: {}, link: '/mentorship', onceKey })
  }
}

/** Several cards that came at the same moment are one piece of news. */
export const tellFound = (ctx: ListenerCtx, people: readonly number[], at: Date) =>
  tellAll(ctx, people, 'matchesFound', `matches found ${at.toISOString()}`)

export const tellAsked = (ctx: ListenerCtx, { id, mentorId }: OfferRow) =>
  tellAll(ctx, [mentorId], 'matchAsked', `match asked ${id}`)

/** It came to nothing, whoever's doing that was; the search goes on. */
export async function tellNotMade(ctx: ListenerCtx, offers: readonly Pick<OfferRow, 'id' | 'menteeId'>[]): Promise<void> {
  for (const { id, menteeId } of offers.toSorted((a, b) => a.menteeId - b.menteeId))
    await tellAll(ctx, [menteeId], 'matchNotMade', `match not made ${id}`)
}

export const tellPlace = (ctx: ListenerCtx, people: readonly number[], groupId: number) =>
  tellAll(ctx, people, 'groupPlace', `group place ${groupId}`)

export const tellLater = (ctx: ListenerCtx, people: readonly number[], groupId: number, at: Date) =>
  tellAll(ctx, people, 'groupLater', `group later ${groupId} ${at.toISOString()}`)

/** A mentor whose group was let go: their mentees hear of it by their own offers. */
export const tellLetGo = (ctx: ListenerCtx, { id, mentorId }: { id: number; mentorId: number }) =>
  tellAll(ctx, [mentorId], 'matchNotMade', `group let go ${id}`)

/** One reminder for all that runs out at that moment. */
export async function tellReminder(ctx: ListenerCtx, people: readonly number[], expiresAt: Date): Promise<void> {
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
