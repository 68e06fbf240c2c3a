import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Flag, IdParam, Nothing, Paging } from '../core/fields.ts'
import { Mentorship, MentorshipCard, MentorshipProgress, MentorshipSession, PartnerProfile } from './entities.ts'

const imageType = z.optional(z.enum(['web', 'mobile']))
/** For people with several mentorships; defaults to the newest ongoing one. */
const mentorship = z.optional(IdParam)

const CardList = z.object({
  sessions: z.array(MentorshipCard).check(z.maxLength(50)),
  hasNextPage: z.optional(z.boolean()),
})

/** Ongoing mentorships come first. People who look after more use the staff list. */
export const MENTORSHIPS_MAX = 100

export const listMentorships = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/',
  summary: 'List your mentorships, active ones first',
  action: 'mentorship.read',
  reply: z.object({ mentorships: z.array(Mentorship).check(z.maxLength(MENTORSHIPS_MAX)) }),
  errors: [],
})

export const markCelebrated = defineCall({
  method: 'PUT',
  path: '/api/v2/mentorships/:id/celebrated/',
  summary: 'Note that you have seen the celebration of your match, so that no device shows it again',
  action: 'mentorship.read',
  params: z.object({ id: IdParam }),
  reply: Nothing,
  errors: ['mentorship.not_found'],
})

export const listMentorshipSessions = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/sessions/',
  summary: 'List the sessions of your mentorship: all, or those you have not started',
  action: 'mentorship.read',
  query: z.object({ notStarted: Flag, imageType, mentorship, ...Paging(50) }),
  reply: CardList,
  errors: ['mentorship.not_found'],
})

export const listMyMentorshipSessions = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/mysessions/',
  summary: 'List the sessions of your mentorship that you have started, last opened first',
  action: 'mentorship.read',
  /** Without `mentorship`, and while the area is locked, the reply has the sessions of all mentorships. */
  query: z.object({ ongoingSession: Flag, imageType, mentorship, ...Paging(50) }),
  reply: CardList,
  errors: ['mentorship.not_found'],
})

export const getMentorshipSession = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/sessions/:id/',
  summary: 'Get a session of your mentorship with its steps and your progress',
  action: 'mentorship.read',
  params: z.object({ id: IdParam }),
  query: z.object({ imageType, mentorship }),
  reply: MentorshipSession,
  errors: ['learning.session_not_found', 'learning.walk_closed', 'learning.curriculum_locked'],
})

export const getMyMentorshipSession = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/mysessions/:id/',
  summary: 'Get a session of your mentorship that you have started',
  action: 'mentorship.read',
  params: z.object({ id: IdParam }),
  query: z.object({ imageType, mentorship }),
  reply: MentorshipSession,
  errors: ['learning.session_not_found', 'learning.walk_closed', 'learning.curriculum_locked'],
})

export const getMentorship = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/:id/',
  summary: 'Get one of your mentorships with its members',
  action: 'mentorship.read',
  params: z.object({ id: IdParam }),
  reply: Mentorship,
  errors: ['mentorship.not_found', 'learning.curriculum_locked'],
})

export const getMentorshipProgress = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/:id/progress/',
  summary: "Get your and your partner's progress, badges and quiz streaks",
  action: 'mentorship.read',
  params: z.object({ id: IdParam }),
  /** With a session, the step lists contain only that session. */
  query: z.object({ session: z.optional(IdParam) }),
  reply: MentorshipProgress,
  errors: ['mentorship.not_found', 'learning.curriculum_locked'],
})

export const getPartnerProfile = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/:id/members/:userId/',
  summary: "Get your partner's profile",
  action: 'mentorship.read',
  params: z.object({ id: IdParam, userId: IdParam }),
  reply: PartnerProfile,
  errors: ['mentorship.not_found', 'learning.curriculum_locked'],
})
