import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Flag, Id, Paging } from '../core/fields.ts'
import { SessionCard } from './entities.ts'

const imageType = z.optional(z.enum(['web', 'mobile']))
const SessionList = z.object({
  sessions: z.array(SessionCard).check(z.maxLength(50)),
  hasNextPage: z.optional(z.boolean()),
})

export const listSessions = defineCall({
  method: 'GET',
  path: '/api/v2/learninghub/sessions/',
  summary: 'List learning-hub sessions: all, not started, or bookmarked',
  action: 'learning.read',
  query: z.object({ notStarted: Flag, bookmark: Flag, imageType, ...Paging(50) }),
  reply: SessionList,
  errors: [],
})

export const listMySessions = defineCall({
  method: 'GET',
  path: '/api/v2/learninghub/mysessions/',
  summary: 'List the sessions you have started',
  action: 'learning.read',
  query: z.object({ ongoingSession: Flag, imageType, ...Paging(50) }),
  reply: SessionList,
  errors: [],
})

export const toggleBookmark = defineCall({
  method: 'POST',
  path: '/api/v2/learninghub/session/bookmark/',
  summary: 'Bookmark a session, or remove the bookmark',
  action: 'learning.write',
  /** `isBookmarked` sets the bookmark explicitly: a device that was offline does not know its current state. */
  body: z.object({ session: Id, isBookmarked: z.optional(z.boolean()) }),
  reply: z.object({ session: Id, isBookmarked: z.boolean() }),
  errors: ['learning.session_not_found', 'learning.walk_closed', 'learning.curriculum_locked'],
  // Toggling twice undoes the first toggle, so a retried request must count once.
  idempotencyKey: true,
})
