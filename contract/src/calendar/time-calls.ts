import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, plainName, Time } from '../core/fields.ts'
import { CalendarEvent, MAX_MINUTES, MIN_MINUTES } from './entities.ts'
import { FreeHours } from './free-hours.ts'

const NOTE_MAX = 200

/** How long a deletion can be undone. The page offers it for ten seconds; the rest is for slow networks. */
export const UNDO_SECONDS = 15

const mentorshipId = z.object({ mentorshipId: IdParam })
const oneEvent = z.object({ mentorshipId: IdParam, id: IdParam })

const TimeSpan = z.object({ from: Time, until: Time })

export const FoundTimes = z.object({
  /** Starts at which everybody is free, earliest first. */
  slots: z.array(Time),
  /** A few of them to show first. If the free hours never overlap, the nearest other times. */
  suggested: z.array(
    z.object({
      at: Time,
      /** At the time of day at which these people call most often. */
      isUsual: z.boolean(),
    }),
  ),
  /** There is no time at which all of them are free. */
  isApart: z.boolean(),
  /** The free hours of the caller, as times. */
  mine: z.array(TimeSpan),
  /** Events that the caller can see. What other people are doing, and when they are busy, is never included. */
  planned: z.array(z.extend(TimeSpan, { title: z.string() })),
  /** When the caller is busy in their own connected calendar, if they allow us to read that. */
  busy: z.array(TimeSpan),
  /** The free hours of the caller; null if unknown. */
  freeHours: z.nullable(FreeHours),
  /** Everybody else has said when they are free. */
  areOthersKnown: z.boolean(),
  until: Time,
})
export type FoundTimes = z.infer<typeof FoundTimes>

export const findTimes = defineCall({
  method: 'GET',
  path: '/api/v1/mentorships/:mentorshipId/calendar-times/',
  summary: 'Find times in the next two weeks at which everybody of your mentorship is free',
  action: 'mentorship.read',
  params: mentorshipId,
  query: z.object({
    minutes: z._default(z.pipe(IdParam, z.int().check(z.gte(MIN_MINUTES), z.lte(MAX_MINUTES))), 30),
    /** An event that is to be moved, which does not block its own time. */
    except: z.optional(IdParam),
  }),
  reply: FoundTimes,
  errors: ['mentorship.not_found', 'learning.curriculum_locked', 'calendar.paused'],
})

export const setFreeHours = defineCall({
  method: 'PUT',
  path: '/api/v2/mentorships/free-hours/',
  summary: 'Say when you are usually free',
  action: 'calendar.write',
  body: FreeHours,
  reply: FreeHours,
  errors: [],
})

export const answerEvent = defineCall({
  method: 'POST',
  path: '/api/v1/mentorships/:mentorshipId/calendar-events/:id/answer/',
  summary: 'Accept or decline an event, or all events of its series',
  action: 'mentorship.write',
  params: oneEvent,
  body: z.object({
    answer: z.enum(['yes', 'no']),
    /** The time that the answer is about. */
    scheduledTime: Time,
    applyToRecurring: z._default(z.enum(['THIS', 'ALL']), 'THIS'),
  }),
  reply: CalendarEvent,
  errors: [
    'mentorship.not_found',
    'learning.curriculum_locked',
    'calendar.event_not_found',
    'calendar.changed',
    'calendar.over',
    'calendar.not_invited',
    'calendar.paused',
  ],
})

const Note = z.string().check(z.maxLength(NOTE_MAX), plainName())

export const proposeTime = defineCall({
  method: 'POST',
  path: '/api/v1/mentorships/:mentorshipId/calendar-events/:id/proposals/',
  summary: 'Ask for another time for an event',
  action: 'mentorship.write',
  params: oneEvent,
  body: z.object({ scheduledTime: Time, note: z._default(Note, '') }),
  reply: CalendarEvent,
  errors: [
    'mentorship.not_found',
    'learning.curriculum_locked',
    'calendar.event_not_found',
    'calendar.over',
    'calendar.not_invited',
    'calendar.paused',
  ],
  idempotencyKey: true,
})

export const answerProposal = defineCall({
  method: 'POST',
  path: '/api/v1/mentorships/:mentorshipId/calendar-events/:id/proposals/:proposalId/answer/',
  summary: 'Accept another time, which moves the event, or keep the event where it is',
  action: 'mentorship.write',
  params: z.object({ mentorshipId: IdParam, id: IdParam, proposalId: IdParam }),
  body: z.object({ answer: z.enum(['yes', 'no']) }),
  reply: CalendarEvent,
  errors: [
    'mentorship.not_found',
    'learning.curriculum_locked',
    'calendar.event_not_found',
    'calendar.not_yours',
    'calendar.proposal_closed',
    'calendar.over',
    'calendar.paused',
  ],
})

export const restoreEvent = defineCall({
  method: 'POST',
  path: '/api/v1/mentorships/:mentorshipId/calendar-events/:id/restore/',
  summary: 'Undo a deletion within a few seconds',
  action: 'mentorship.write',
  params: oneEvent,
  reply: z.object({ ids: z.array(Id) }),
  errors: ['mentorship.not_found', 'learning.curriculum_locked', 'calendar.event_not_found', 'calendar.not_yours'],
})
