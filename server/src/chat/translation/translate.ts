import type { FastifyBaseLogger } from 'fastify'
import type { Actor, Ctx, Db } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { findFlags, findState, hiddenFrom, isOnFor, isOpenTo, requireChat } from '../access.ts'
import { findMessage } from '../staff/store.ts'
import type { TranslationEngine } from './engine.ts'

export async function getTranslation(ctx: Ctx, { translate }: TranslationEngine): Promise<{ isOn: boolean }> {
  await requireChat(ctx)
  return { isOn: translate !== null }
}

type Caller = { actor: Pick<Actor, 'personId' | 'language'>; now: () => Date }
type Parts = { limits: Pick<Limits, 'assistantPerPerson'>; translation: TranslationEngine; log: FastifyBaseLogger }

/** Outside a transaction, because the endpoint is slow. Translates only messages visible to the caller, and stores nothing. */
export async function translateMessage(db: Db, id: number, { actor, now }: Caller, parts: Parts): Promise<string | null> {
  const { personId, language } = actor
  const row = await findMessage(db, id)
  const state = row && (await findState(db, row.channelId))
  if (!row || !state || !isOpenTo(state, personId) || hiddenFrom(state, personId).has(row.senderId ?? 0)) throw gone()
  if (!isOnFor(await findFlags(db, personId), state.kind)) throw gone()
  const { translate } = parts.translation
  if (!translate || row.redactedAt !== null || row.text === '') return null
  await requireWithinLimits(db, now(), [{ limits: parts.limits.assistantPerPerson, key: String(personId) }])
  return translate(row.text, language, parts.log)
}

const gone = () => notFound('chat.message_not_found')
