import type { ListenerCtx } from '#core/ctx.ts'
import { lockOpenDanger } from './case-store.ts'
import { appendEvent } from './chronology-store.ts'
import { openCase } from './open-case.ts'
import { findPeople } from './person-store.ts'

/** Words of danger, to the assistant or to the team: a case, so that a person looks and it is not forgotten. */
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
