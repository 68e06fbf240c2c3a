import { CARDS_MAX } from '@saathi/contract/video/calls'
import type { CallCard } from '@saathi/contract/video/entities'
import type { Ctx } from '#core/ctx.ts'
import { requireVideo } from '../access.ts'
import { callProgressOf } from '../room-store.ts'
import { isBlockedPair } from './apart.ts'
import { type CallRow, findCalls } from './card-store.ts'
import { talkingSeconds } from './progress.ts'
import { findPresentIn } from './presence-store.ts'
import { showPeople } from './show-room.ts'
import { requireMember } from './start-call.ts'

/** The state of the calls shown in this conversation, also while the conversation is paused. */
export async function listCallCards(ctx: Ctx, channelId: number): Promise<{ calls: CallCard[] }> {
  await requireVideo(ctx)
  const { db, actor } = ctx
  const channel = await requireMember(ctx, { channelId, actor })
  const rows = await findCalls(db, { channelId, personId: actor.personId, limit: CARDS_MAX })
  const live = rows.filter(({ endedAt }) => endedAt === null).map(({ id }) => id)
  const present = await findPresentIn(db, live)
  const shown = await showPeople(ctx, present)
  return {
    calls: rows.map((row) => ({
      room: row.id,
      state: stateOf(
        row,
        present.some(({ roomId }) => roomId === row.id),
        ctx.now(),
      ),
      startedAt: row.createdAt.toISOString(),
      startedBy: row.createdBy,
      minutes: Math.ceil(talkingSeconds(callProgressOf(row), ctx.now()) / 60),
      wasIn: row.wasIn,
      hasDeclined: row.hasDeclined,
      people: shown.filter(
        ({ userId }, at) => present[at]?.roomId === row.id && !isBlockedPair(channel.apart, actor.personId, userId),
      ),
      meetingRecordingId: row.meetingRecordingId,
    })),
  }
}

function stateOf(row: CallRow, isSomebodyThere: boolean, now: Date): CallCard['state'] {
  const { ringState, ringUntil, talkedSeconds, togetherSince } = callProgressOf(row)
  if (ringState === 'ringing' && ringUntil !== null && now < ringUntil) return 'ringing'
  if (isSomebodyThere && ringState !== 'ringing') return 'live'
  return talkedSeconds > 0 || togetherSince !== null ? 'ended' : 'missed'
}
