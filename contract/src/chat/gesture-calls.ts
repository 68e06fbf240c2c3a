import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { IdParam, Nothing } from '../core/fields.ts'
import { EMOJI_MAX } from './gestures.ts'
import { TEXT_MAX } from './socket.ts'

const Message = z.object({ id: IdParam })
const refusals = ['chat.off', 'chat.message_not_found', 'chat.closed', 'chat.message_gone', 'chat.cannot_change'] as const
const own = [...refusals, 'chat.not_yours', 'chat.too_late'] as const

/** The previous text is stored for the safety desk. `isConfirmed`: the writer was warned about contact data. */
export const editMessage = defineCall({
  method: 'PUT',
  path: '/api/v2/chat/messages/:id/',
  summary: 'Change the text of your message within 15 minutes',
  action: 'chat.write',
  params: Message,
  body: z.object({ message: z.string().check(z.maxLength(TEXT_MAX)), isConfirmed: z._default(z.boolean(), false) }),
  reply: Nothing,
  errors: [...own, 'chat.empty', 'chat.contact_warning', 'chat.edit_shares_contact'],
})

/** Deleting a deleted message changes nothing. */
export const deleteMessage = defineCall({
  method: 'DELETE',
  path: '/api/v2/chat/messages/:id/',
  summary: 'Delete your message for everyone within 15 minutes; files stay',
  action: 'chat.write',
  params: Message,
  reply: Nothing,
  errors: [...own, 'chat.file_stays'],
})

/** Each person has at most one reaction to a message; null takes it back. */
export const reactToMessage = defineCall({
  method: 'PUT',
  path: '/api/v2/chat/messages/:id/reaction/',
  summary: 'React to a message with one emoji',
  action: 'chat.write',
  params: Message,
  body: z.object({ emoji: z.nullable(z.string().check(z.minLength(1), z.maxLength(EMOJI_MAX))) }),
  reply: Nothing,
  errors: [...refusals, 'chat.not_an_emoji'],
})
