import type { ChatEvent } from '@saathi/contract/chat/socket'
import type { World } from '#core/ctx.ts'
import { detectDanger, findHelplines } from '#help/public.ts'
import type { ChannelState } from './access.ts'
import type { MessageRow } from './message-store.ts'

type Writer = { personId: number; language: string }

/**
 * For somebody who writes about danger to another person: phone numbers, and the offer to inform the team. Nobody else is
 * notified, and nothing is stored. Messages to the assistant are handled elsewhere. Null if there is nothing to offer.
 */
export async function findCare(
  { db }: Pick<World, 'db'>,
  { kind }: Pick<ChannelState, 'kind'>,
  { id, channelId, text }: Pick<MessageRow, 'id' | 'channelId' | 'text'>,
  { language }: Writer,
): Promise<ChatEvent | null> {
  const danger = kind === 'assistant' || text === '' ? null : detectDanger(text)
  if (!danger) return null
  return { command: 'care', channel_id: channelId, msg_id: id, helplines: await findHelplines(db, danger.kind, language) }
}
