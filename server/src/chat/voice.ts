import type { World } from '#core/ctx.ts'
import type { StoredExtra } from './attachments/attachments.ts'
import { findBot } from './assistant/store.ts'
import { publishFrame } from './server-events.ts'
import { chatWriter, type SendRequest } from './write/writer.ts'

type ProductMessage = { channelId: number; text: string; tempId: string }

/** Messages from the product itself, written by the same writer. Idempotent by temporary id. */
export type Voice = {
  answer: (answer: ProductMessage & { mayRetry: boolean; extra: StoredExtra | null }) => Promise<void>
  /** The assistant's text so far. Drafts may get lost, the answer does not. */
  draft: (to: { channelId: number; personId: number }, text: string) => void
  broadcast: (message: ProductMessage & { senderId: number }) => Promise<void>
}
/** Empty until chat is opened, which needs the world that the jobs are part of. */
export type VoiceHolder = { voice: Voice | null }

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    chatVoice: VoiceHolder
  }
}

export function requireVoice({ voice }: VoiceHolder): Voice {
  if (!voice) throw new Error('openVoice was not called for this server')
  return voice
}

export function openVoice(world: World): Voice {
  return {
    answer: async (answer) => send(world, { ...answer, senderId: await findBot(world.db), by: 'assistant' }),
    draft: ({ channelId, personId }, text) =>
      publishFrame(world, [personId], { command: 'assistant_draft', channel_id: channelId, text }, channelId),
    broadcast: (message) => send(world, { ...message, by: 'broadcast' }),
  }
}

/** A deleted channel is ignored. Any other refusal may be temporary, so it is thrown and the job retries. */
async function send(world: World, request: SendRequest): Promise<void> {
  const result = await chatWriter(world).send(request)
  if ('refusal' in result && result.refusal.code !== 'chat.channel_not_found') throw result.refusal
}
