import { createHash } from 'node:crypto'
import { OPENS_HELP } from '@saathi/contract/chat/assistant'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob, definePreparedJob } from '#core/jobs/define-job.ts'
import { findText } from '#core/texts.ts'
import { detectDanger, raiseConcern } from '#help/public.ts'
import type { FactsReader } from './answer.ts'
import { speakerFor } from './speaker.ts'
import { findQuestion } from './store.ts'
import { requireSystemSender } from '../voice.ts'

/** The longest message the team's conversation accepts. */
const CONCERN_MAX = 2000

/** Maximum length of a question repeated on a card. */
const QUOTED_MAX = 200

/** Retries for about five minutes, while the writer is busy or the database restarts. */
const retry = { limit: 8, delaySeconds: 2, backoff: true, maxDelaySeconds: 60 }

/**
 * Enqueued with each message to the assistant. The answer's temporary id is derived from the question, so retries never answer
 * twice.
 */
export const answerJob = definePreparedJob({
  name: 'chat.answer',
  payload: z.strictObject({ messageId: z.int() }),
  retry,
  timeoutSeconds: 90,
  concurrency: 8,
  prepare: async (tools, { messageId }) => {
    const { assistant, chatVoice } = tools.engines
    const question = await findQuestion(tools.db, messageId)
    if (!question) return
    const voice = requireSystemSender(chatVoice)
    const withFacts = { ...tools, findFacts: (reader: FactsReader) => voice.findFacts(reader, tools.log) }
    const { text, mayRetry, helplines, answer } = await assistant.answer(withFacts, question, (draft) =>
      voice.draft(question, draft),
    )
    const extra = helplines || answer ? { ...(helplines && { helplines }), ...(answer && { answer }) } : null
    await voice.answer({ channelId: question.channelId, text, tempId: `answer-${messageId}`, mayRetry, extra })
  },
  work: async () => {},
})

/** Confirms in the conversation that the team has the question, with a link to where the answer will be. */
export const askedJob = definePreparedJob({
  name: 'chat.asked',
  payload: z.strictObject({ messageId: z.int() }),
  retry,
  timeoutSeconds: 30,
  prepare: async ({ db, engines }, { messageId }) => {
    const question = await findQuestion(db, messageId)
    if (!question) return
    const { channelId, text, language } = question
    const { say, tag } = speakerFor(text, language)
    const link = { label: say('assistant.link.seeHelp'), to: OPENS_HELP }
    const words = `“${text.slice(0, QUOTED_MAX).toWellFormed()}”`
    const card = { look: 'team' as const, title: say('assistant.askedCard'), text: words, person_id: null, links: [link] }
    await requireSystemSender(engines.chatVoice).answer({
      channelId,
      text: say('assistant.asked'),
      tempId: `asked-${messageId}`,
      mayRetry: false,
      extra: { answer: { language: tag, cards: [card], offers_team: false } },
    })
  },
  work: async () => {},
})

/** Enqueued separately from the answer, so that notifying the team does not depend on it. */
export const concernJob = defineJob({
  name: 'chat.concern',
  payload: z.strictObject({ messageId: z.int() }),
  retry: { limit: 20, delaySeconds: 2, backoff: true, maxDelaySeconds: 600 },
  timeoutSeconds: 30,
  work: async (ctx, { messageId }) => {
    const question = await findQuestion(ctx.db, messageId)
    const danger = question && detectDanger(question.text)
    if (!danger) return
    const { personId, language, text } = question
    const words = `${findText(language)('assistant.saidToAssistant')} ${text}`.slice(0, CONCERN_MAX).toWellFormed()
    await raiseConcern(ctx, { personId, key: keyOf(`concern ${messageId}`), words, danger })
  },
})

/** In the transaction that writes the question, so that both are stored or lost together. */
export async function enqueueAnswer(ctx: ListenerCtx, { messageId, text }: { messageId: number; text: string }): Promise<void> {
  if (detectDanger(text)) await ctx.enqueue(concernJob, { messageId })
  await ctx.enqueue(answerJob, { messageId })
}

/** A UUID derived from the subject, by which the team's conversation recognises a repeated message. */
export function keyOf(subject: string): string {
  const hash = createHash('sha256').update(subject).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}
