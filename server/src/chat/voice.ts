import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import type { FastifyBaseLogger } from 'fastify'
import type { FactsReader } from './assistant/answer.ts'
import type { StoredExtra } from './attachments/attachments.ts'

type ProductMessage = { channelId: number; text: string; tempId: string }

/** Sends messages from the product itself through the same writer. Idempotent by temporary id. */
export type Voice = {
  answer: (answer: ProductMessage & { mayRetry: boolean; extra: StoredExtra | null }) => Promise<void>
  /** The assistant's text so far. Drafts may get lost, the answer does not. */
  draft: (to: { channelId: number; personId: number }, text: string) => void
  /** The facts of the next-step card, for the assistant's answers. */
  findFacts: (reader: FactsReader, log: FastifyBaseLogger) => Promise<NextFacts>
  broadcast: (message: ProductMessage & { senderId: number }) => Promise<void>
}
/** Empty until chat is opened, which needs the world that the jobs are part of. */
export type VoiceHolder = { voice: Voice | null }

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    chatVoice: VoiceHolder
  }
}

export function requireSystemSender({ voice }: VoiceHolder): Voice {
  if (!voice) throw new Error('openVoice was not called for this server')
  return voice
}
