import type { ContactKind } from '@saathi/contract/chat/filter'
import type { ChannelState } from '../access.ts'
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

/** The team may give its number, and so may nobody's product. A sender who was asked has decided. */
function isChecked({ kind, members, filterMode }: Filtered, { by, senderId, room, isConfirmed, isReleased }: Checked): boolean {
  if (filterMode === 'off' || kind === 'assistant' || by !== 'member' || room || isReleased) return false
  if (filterMode === 'warn' && isConfirmed) return false
  return !members.some(({ personId, isPairManager }) => personId === senderId && isPairManager)
}

export function checkMessage(state: Filtered, request: Checked): Finding {
  if (!isChecked(state, request)) return nothing
  const text = readText(request.text)
  const kinds = contactsIn(text)
  if (state.filterPatterns.length > 0 && matcherFor(state.filterPatterns)(text)) kinds.push('rule')
  return { kinds, isPart: kinds.length === 0 && numberPart(text) !== null }
}
