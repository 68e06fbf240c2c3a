import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing, Paging } from '../core/fields.ts'
import { Conversation, earlier, message } from './calls.ts'
import { HelpCase, HelpColleague, HelpMessage, HelpReader, HelpView } from './entities.ts'

// In a separate file, so that members' browsers load nothing of the console.

export const listHelpCases = defineCall({
  method: 'GET',
  path: '/api/v2/staff/help/',
  summary: 'List help conversations: urgent ones first, then those that wait',
  action: 'staff.help',
  query: z.object({
    view: z._default(HelpView, 'open'),
    /** Words of the name or the address, or of a message. */
    search: z.optional(z.string().check(z.maxLength(100))),
    ...Paging(20),
  }),
  reply: z.object({
    cases: z.array(HelpCase).check(z.maxLength(50)),
    hasNextPage: z.boolean(),
    /** Counts of all conversations in your programmes, regardless of the search. */
    counts: z.object({ open: z.int(), mine: z.int(), unassigned: z.int(), urgent: z.int() }),
  }),
  errors: [],
})

const HelpCaseRef = z.object({ id: IdParam })
/** Maximum number of colleagues listed: nobody can use a list of hundreds. */
export const HELP_TEAM_MAX = 200
export const HELP_READERS_MAX = 20

const readers = { readers: z.array(HelpReader).check(z.maxLength(HELP_READERS_MAX)) }

export const getHelpCase = defineCall({
  method: 'GET',
  path: '/api/v2/staff/help/:id/',
  summary: 'Get one help conversation',
  action: 'staff.help',
  params: HelpCaseRef,
  query: z.object(earlier),
  reply: z.object({
    case: HelpCase,
    ...Conversation.shape,
    /** Everyone who may answer here. */
    team: z.array(HelpColleague).check(z.maxLength(HELP_TEAM_MAX)),
    ...readers,
  }),
  errors: ['help.case_not_found'],
})

export const answerHelp = defineCall({
  method: 'POST',
  path: '/api/v2/staff/help/:id/messages/',
  summary: 'Reply to a help conversation',
  action: 'staff.help',
  params: HelpCaseRef,
  /** `readUpTo`: the last message on the screen. If a colleague has replied after it, nothing is sent. */
  body: z.object({ ...message.shape, readUpTo: z.optional(Id) }),
  reply: HelpMessage,
  errors: ['help.case_not_found', 'help.colleague_replied'],
})

export const closeHelpCase = defineCall({
  method: 'POST',
  path: '/api/v2/staff/help/:id/close/',
  summary: 'Close a conversation; a new message opens it again',
  action: 'staff.help',
  params: HelpCaseRef,
  /** The last message that was read: a newer one must still be answered. */
  body: z.object({ upTo: Id }),
  reply: z.object({ case: HelpCase }),
  errors: ['help.case_not_found', 'help.new_message'],
})

export const reopenHelpCase = defineCall({
  method: 'POST',
  path: '/api/v2/staff/help/:id/reopen/',
  summary: 'Open a closed conversation again',
  action: 'staff.help',
  params: HelpCaseRef,
  body: Nothing,
  reply: z.object({ case: HelpCase }),
  errors: ['help.case_not_found'],
})

export const assignHelpCase = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/help/:id/assignee/',
  summary: 'Take a conversation, hand it to a colleague, or release it',
  action: 'staff.help',
  params: HelpCaseRef,
  body: z.object({ personId: z.nullable(Id) }),
  reply: z.object({ case: HelpCase }),
  errors: ['help.case_not_found', 'help.cannot_be_assigned'],
})

/** A colleague whose browser closed without leaving the conversation is no longer shown after this time. */
export const HELP_PRESENCE_SECONDS = 90

export const setHelpPresence = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/help/:id/presence/',
  summary: 'Show colleagues that you have a conversation open, and get who else has',
  action: 'staff.help',
  params: HelpCaseRef,
  body: z.object({ state: z.enum(['reading', 'writing', 'left']) }),
  reply: z.object(readers),
  errors: ['help.case_not_found'],
})
