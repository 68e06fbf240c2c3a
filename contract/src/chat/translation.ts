import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { IdParam } from '../core/fields.ts'

export const getTranslation = defineCall({
  method: 'GET',
  path: '/api/v2/chat/translation/',
  summary: 'Get whether messages can be translated here',
  action: 'chat.read',
  reply: z.object({ isOn: z.boolean() }),
  errors: ['chat.off'],
})

export const translateMessage = defineCall({
  method: 'POST',
  path: '/api/v2/chat/messages/:id/translate/',
  summary: 'Translate a message you can see into your language; null if that is not possible now',
  action: 'chat.read',
  params: z.object({ id: IdParam }),
  reply: z.object({ translation: z.nullable(z.string()) }),
  errors: ['chat.off', 'chat.message_not_found'],
})
