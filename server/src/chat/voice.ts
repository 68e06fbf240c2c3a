import type { World } from '#core/ctx.ts'
import type { StoredExtra } from './attachments.ts'
import { findBot } from './bot-store.ts'
import { tellFrame } from './hub-notes.ts'
import { chatWriter, type Order } from './writer.ts'

type Words = { channelId: number; text: string; tempId: string }

/** What the product itself says, by the same writer as everybody's messages. However often it is said, it is said once. */
export type Voice = {
  answer: (answer: Words & { mayRetry: boolean; extra: StoredExtra | null }) => Promise<void>
  /** What the assistant has written so far; it may get lost, the answer does not. */
  draft: (to: { channelId: number; personId: number }, text: string) => void
  broadcast: (words: Words & { senderId: number }) => Promise<void>
}
/** Empty until the line is open, which needs the world that jobs are part of. */
export type VoiceHolder = { voice: Voice | null }

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    chatVoice: VoiceHolder
  }
}

export function requireVoice({ voice }: VoiceHolder): Voice {
  if (!voice) throw new Error('The chat of this server has not been opened')
  return voice
}

export function openVoice(world: World): Voice {
  return {
    answer: async (answer) => say(world, { ...answer, senderId: await findBot(world.db), by: 'assistant' }),
    draft: ({ channelId, personId }, text) =>
      tellFrame(world, [personId], { command: 'assistant_draft', channel_id: channelId, text }, channelId),
    broadcast: (words) => say(world, { ...words, by: 'broadcast' }),
  }
}

/** A channel that has gone meanwhile has nobody to hear it; whatever else is in the way may pass. */
async function say(world: World, order: Order): Promise<void> {
  const outcome = await chatWriter(world).send(order)
  if ('refusal' in outcome && outcome.refusal.code !== 'chat.channel_not_found') throw outcome.refusal
}
