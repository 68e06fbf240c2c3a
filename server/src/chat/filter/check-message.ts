import type { ContactKind } from '@saathi/contract/chat/filter'
import type { Db } from '#core/ctx.ts'
import type { ChannelState } from '../access.ts'
import { findMainChannels } from '../channels/store.ts'
import type { SendRequest } from '../write/send-request.ts'
import { contactsIn } from './find-contacts.ts'
import { numberPart } from './phone.ts'
import { matcherFor } from './rules.ts'
import { readText } from './tokens.ts'

type Checked = Pick<SendRequest, 'by' | 'senderId' | 'text' | 'room' | 'isConfirmed' | 'isReleased'>
type Filtered = Pick<ChannelState, 'kind' | 'members' | 'filterMode' | 'filterPatterns'>

/** `isPart`: the sender's earlier messages decide whether it completes a number. */
export type Finding = { kinds: ContactKind[]; isPart: boolean }
const nothing: Finding = { kinds: [], isPart: false }

/**
 * Pair managers may share contact data, and messages of the product are not checked. Neither is a message that the sender has
 * confirmed after a warning.
 */
function isChecked({ kind, members, filterMode }: Filtered, { by, senderId, room, isConfirmed, isReleased }: Checked): boolean {
  if (filterMode === 'off' || kind === 'assistant' || by !== 'member' || room || isReleased) return false
  if (filterMode === 'warn' && isConfirmed) return false
  return !members.some(({ personId, isPairManager }) => personId === senderId && isPairManager)
}

export function checkMessage(state: Filtered, request: Checked): Finding {
  if (!isChecked(state, request)) return nothing
  const kinds = kindsIn(state, request.text)
  return { kinds, isPart: kinds.length === 0 && numberPart(readText(request.text)) !== null }
}

function kindsIn({ filterPatterns }: Pick<Filtered, 'filterPatterns'>, words: string): ContactKind[] {
  const text = readText(words)
  const kinds = contactsIn(text)
  if (filterPatterns.length > 0 && matcherFor(filterPatterns)(text)) kinds.push('rule')
  return kinds
}

/** For texts between members that are not messages: nobody reviews them, so contact data is refused if the filter is enabled. */
export async function hasContact(db: Db, { mentorshipId, text }: { mentorshipId: number; text: string }): Promise<boolean> {
  const [channel] = await findMainChannels(db, [mentorshipId])
  return channel !== undefined && channel.filterMode !== 'off' && kindsIn(channel, text).length > 0
}
