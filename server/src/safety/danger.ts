import { findChannelIdsOfMentorship } from '#chat/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import type { EndedUnsafe } from '#mentorship/public.ts'
import { lockOpenDanger } from './case-store.ts'
import { appendEvent } from './chronology-store.ts'
import { openCase } from './open-case.ts'
import { findPeople } from './person-store.ts'

/** Opens a case for a message about danger to the assistant or the team, so that somebody follows it up. */
export async function openDangerCase(
  ctx: ListenerCtx,
  { personId, danger, words, notified }: { personId: number; danger: string; words: string; notified: readonly number[] },
): Promise<void> {
  const event = { kind: 'added', person: personId, detail: danger, text: words } as const
  const known = await lockOpenDanger(ctx.db, personId)
  if (known !== null) return appendEvent(ctx, known, event)
  const projectId = (await findPeople(ctx.db, [personId])).get(personId)?.projectId ?? null
  await openCase(ctx, {
    source: 'danger',
    projectId,
    mentorshipId: null,
    channelId: null,
    isUrgent: true,
    isPossibleOffence: false,
    people: [{ personId, part: 'child' }],
    event,
    notified,
  })
}

/** The team does not name the person at risk; the desk finds out, and until then the younger side is listed first. */
export async function openEndingCase(ctx: ListenerCtx, { mentorshipId, people, note, byId }: EndedUnsafe): Promise<void> {
  const [first] = people
  const projectId = first ? ((await findPeople(ctx.db, [first.personId])).get(first.personId)?.projectId ?? null) : null
  const [channelId = null] = await findChannelIdsOfMentorship(ctx.db, mentorshipId)
  await openCase(ctx, {
    source: 'ending',
    projectId,
    mentorshipId,
    channelId,
    isUrgent: true,
    isPossibleOffence: false,
    people: people.map(({ personId, part }) => ({ personId, part: part === 'mentor' ? 'concerned' : 'child' })),
    event: { kind: 'note', by: byId, detail: 'facts', text: note },
  })
}
