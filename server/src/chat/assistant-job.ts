import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { defineJob, definePreparedJob } from '#core/jobs/define-job.ts'
import { findText } from '#core/texts.ts'
import { detectDanger, raiseConcern } from '#help/public.ts'
import { findAsked } from './assistant-store.ts'
import { requireVoice } from './voice.ts'

/** As much as the team's conversation takes of one message. */
const CONCERN_MAX = 2000

/** For about five minutes: a writer that is busy, or a database that comes back, is waited for. */
const retry = { limit: 8, delaySeconds: 2, backoff: true, maxDelaySeconds: 60 }

/**
 * Enqueued with what was said to the assistant. The answer is named after the question, so that however often this is tried
 * there is one.
 */
export const answerJob = definePreparedJob({
  name: 'chat.answer',
  payload: z.strictObject({ messageId: z.int() }),
  retry,
  timeoutSeconds: 90,
  concurrency: 8,
  prepare: async (tools, { messageId }) => {
    const { assistant, chatVoice } = tools.engines
    const asked = await findAsked(tools.db, messageId)
    if (!asked) return
    const voice = requireVoice(chatVoice)
    const { text, mayRetry, helplines } = await assistant.answer(tools, asked, (soFar) => voice.draft(asked, soFar))
    const extra = helplines ? { helplines } : null
    await voice.answer({ channelId: asked.channelId, text, tempId: `answer-${messageId}`, mayRetry, extra })
  },
  work: async () => {},
})

/** Enqueued with words of danger, next to the answer: that the team is notified depends on nothing that the answer depends on. */
export const concernJob = defineJob({
  name: 'chat.concern',
  payload: z.strictObject({ messageId: z.int() }),
  retry: { limit: 20, delaySeconds: 2, backoff: true, maxDelaySeconds: 600 },
  timeoutSeconds: 30,
  work: async (ctx, { messageId }) => {
    const asked = await findAsked(ctx.db, messageId)
    const danger = asked && detectDanger(asked.text)
    if (!danger) return
    const { personId, language, text } = asked
    const words = `${findText(language)('assistant.saidToAssistant')} ${text}`.slice(0, CONCERN_MAX).toWellFormed()
    await raiseConcern(ctx, { personId, key: keyOf(messageId), words, danger })
  },
})

/** The same for the same message, in the form that the team's conversation wants. */
function keyOf(messageId: number): string {
  const hash = createHash('sha256').update(`concern ${messageId}`).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}
