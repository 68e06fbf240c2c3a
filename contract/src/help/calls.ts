import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam } from '../core/fields.ts'
import { HELP_MESSAGE_MAX_LENGTH, HelpIdentity, Helpline, HelpMessage } from './entities.ts'

export const getHelpCentre = defineCall({
  method: 'GET',
  path: '/api/v2/help-center/',
  summary: 'Get your help centre settings and your identity hash',
  action: 'help.use',
  reply: z.object({
    /** Our own conversation, or the widget of another service. */
    kind: z.enum(['built_in', 'external']),
    scriptUrl: z.nullable(z.string()),
    identity: HelpIdentity,
    unread: z.int(),
  }),
  errors: ['help.off'],
})

export const Conversation = z.object({
  /** Oldest first; `before` fetches the ones above them. */
  messages: z.array(HelpMessage).check(z.maxLength(50)),
  hasEarlier: z.boolean(),
})
/** The numbers to call if the words sound like danger; otherwise none. */
const helplines = { helplines: z.array(Helpline) }
export const earlier = { before: z.optional(IdParam) }
export const message = z.object({
  clientId: z.uuid(),
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(HELP_MESSAGE_MAX_LENGTH)),
})

export const listHelpMessages = defineCall({
  method: 'GET',
  path: '/api/v2/help-center/messages/',
  summary: 'Get your conversation with the team',
  action: 'help.use',
  query: z.object(earlier),
  reply: z.object({ ...Conversation.shape, ...helplines }),
  errors: ['help.off'],
})

export const sendHelpMessage = defineCall({
  method: 'POST',
  path: '/api/v2/help-center/messages/',
  summary: 'Write to the team',
  action: 'help.use',
  body: message,
  reply: z.object({ ...HelpMessage.shape, ...helplines }),
  errors: ['help.off'],
})

export const readHelpMessages = defineCall({
  method: 'POST',
  path: '/api/v2/help-center/read/',
  summary: 'Mark the conversation as read up to this message',
  action: 'help.use',
  body: z.object({ upTo: Id }),
  reply: z.object({ unread: z.int() }),
  errors: ['help.off'],
})
