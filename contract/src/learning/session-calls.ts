import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam } from '../core/fields.ts'
import { SessionDetail, SessionProgress } from './detail.ts'

const imageType = z.optional(z.enum(['web', 'mobile']))
/**
 * Defaults to the newest ongoing mentorship. Hub sessions ignore one of the caller's own mentorships and refuse a foreign one.
 */
const mentorship = z.optional(Id)
/** The mentorship has ended, or the mentorship area is not open to this person. */
const closed = ['learning.walk_closed', 'learning.curriculum_locked']

export const getSession = defineCall({
  method: 'GET',
  path: '/api/v2/learninghub/sessions/:id/',
  summary: 'Get a session with its steps and your progress',
  action: 'learning.read',
  params: z.object({ id: IdParam }),
  query: z.object({ imageType }),
  reply: SessionDetail,
  errors: ['learning.session_not_found'],
})

export const getMySession = defineCall({
  method: 'GET',
  path: '/api/v2/learninghub/mysessions/:id/',
  summary: 'Get a session you have started, with its steps',
  action: 'learning.read',
  params: z.object({ id: IdParam }),
  query: z.object({ imageType }),
  reply: SessionDetail,
  errors: ['learning.session_not_found'],
})

export const startSession = defineCall({
  method: 'POST',
  path: '/api/v2/learninghub/session-start/',
  summary: 'Start a session; starting again changes nothing',
  action: 'learning.write',
  body: z.object({ session: Id, mentorship }),
  reply: SessionProgress,
  errors: ['learning.session_not_found', ...closed],
})

export const completeStep = defineCall({
  method: 'POST',
  path: '/api/v2/learninghub/step-complete/',
  summary: 'Complete a step; the last one completes the session',
  action: 'learning.write',
  body: z.object({ session: Id, step: Id, mentorship }),
  reply: SessionProgress,
  errors: [
    'learning.session_not_found',
    'learning.step_not_found',
    'learning.step_elsewhere',
    'learning.not_begun',
    'learning.quiz_open',
    'learning.steps_open',
    ...closed,
  ],
})

export const REVIEW_MAX_LENGTH = 2000

export const rateSession = defineCall({
  method: 'POST',
  path: '/api/v2/learninghub/session/feedback/',
  summary: 'Rate a session you have started; rating again replaces the first',
  action: 'learning.write',
  body: z.object({
    session: Id,
    mentorship,
    rating: z.int().check(z.minimum(1), z.maximum(5)),
    review: z._default(z.string().check(z.maxLength(REVIEW_MAX_LENGTH)), ''),
  }),
  reply: z.object({ session: Id, rating: z.int(), review: z.string() }),
  errors: ['learning.session_not_found', 'learning.not_begun', ...closed],
})
