import { findMembers } from '#mentorship/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { notifyPerson } from '#notices/public.ts'
import { findMembersOf } from '../person-store.ts'
import type { StepRecord } from './store.ts'

/** Sent as `security`, which cannot be switched off, in the person's own language. */
export async function notifyStep(ctx: ListenerCtx, step: StepRecord): Promise<void> {
  const words = step.words ?? ''
  const until = step.until ? { timeOf: step.until.toISOString() } : ''
  const onceKey = `safety step ${step.id}`
  const { personId } = step
  const kind = 'security' as const
  switch (step.kind) {
    case 'warn':
      return notifyPerson(ctx, { personId, kind, template: 'safetyWarned', values: { words }, onceKey })
    case 'mute':
      return notifyPerson(ctx, { personId, kind, template: 'safetyMuted', values: { words, until }, onceKey })
    case 'suspend':
      return notifyPerson(ctx, { personId, kind, template: 'safetySuspended', values: { words, until }, onceKey })
    case 'ban':
      return notifyPerson(ctx, { personId, kind, template: 'safetyBanned', values: { words }, onceKey })
    case 'end_pair':
      return notifyPerson(ctx, { personId, kind, template: 'safetyPairEnded', values: { words }, onceKey })
    case 'pause_channel':
    case 'pause_pair':
      // Only the person concerned receives the team's own words.
      for (const each of await findPeopleOf(ctx, step)) {
        const own = each === personId ? words : ''
        await notifyPerson(ctx, { personId: each, kind, template: 'safetyPaused', values: { words: own }, onceKey })
      }
  }
}

/** The members of the paused conversation. */
async function findPeopleOf({ db }: ListenerCtx, { channelId, mentorshipId, personId }: StepRecord): Promise<number[]> {
  if (channelId !== null) return findMembersOf(db, channelId)
  if (mentorshipId === null) return [personId]
  return (await findMembers(db, [mentorshipId])).flatMap((member) => (member.leftAt === null ? [member.personId] : []))
}

export async function notifyUndone(ctx: ListenerCtx, step: StepRecord): Promise<void> {
  const isShared = step.kind === 'pause_channel' || step.kind === 'pause_pair'
  for (const personId of isShared ? await findPeopleOf(ctx, step) : [step.personId]) {
    const onceKey = `safety step ${step.id} undone`
    await notifyPerson(ctx, { personId, kind: 'security', template: 'safetyUndone', values: {}, onceKey })
  }
}
