import * as z from 'zod/mini'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { Flag, Id, IdParam, MAX_PAGE_SIZE, Time } from '../core/fields.ts'
import { StaffCourse } from '../mentorship/course-entities.ts'
import { GroupType, Part } from '../mentorship/entities.ts'
import { PairWork } from '../worklist/entities.ts'
import { ProgrammeName } from './console-calls.ts'

export const PairState = z.enum(['running', 'ended'])
export type PairState = z.infer<typeof PairState>

export const PairSort = z.enum(['newest', 'oldest'])
export type PairSort = z.infer<typeof PairSort>

const Name = z.object({ id: Id, name: z.string() })

export const PairRow = z.object({
  id: Id,
  groupType: GroupType,
  programme: z.string(),
  startedAt: Time,
  endedAt: z.nullable(Time),
  /** Mentor first, then mentees. For an ended mentorship, those who were in it at the end. */
  people: z.array(z.object({ id: Id, name: z.string(), picture: z.nullable(z.string()), part: Part })).check(z.maxLength(20)),
  coordinator: z.nullable(Name),
  /** Sessions that everybody in it has completed. */
  sessionsDone: z.int(),
  sessionCount: z.int(),
  /** Calls in which at least two took part. */
  callCount: z.int(),
  lastCallAt: z.nullable(Time),
})
export type PairRow = z.infer<typeof PairRow>

export const listPairs = defineCall({
  method: 'GET',
  path: '/api/v2/staff/mentorships/',
  summary: 'Pairs and groups of your programmes, or those you manage, 50 at a time',
  action: 'staff.pairs_read',
  query: z.object({
    search: z.optional(z.string().check(z.maxLength(100))),
    programme: z.optional(IdParam),
    state: z.optional(PairState),
    coordinator: z.optional(IdParam),
    /** Only pairs that nobody manages. */
    unmanaged: Flag,
    sort: z._default(PairSort, 'newest'),
    /** `next` of the previous page. */
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({
    pairs: z.array(PairRow).check(z.maxLength(MAX_PAGE_SIZE)),
    total: z.int(),
    next: z.nullable(z.string()),
    /** Everyone who manages a pair that you may see, for the filter. */
    coordinators: z.array(Name).check(z.maxLength(500)),
  }),
  errors: ['staff.bad_cursor'],
})

const PairMember = z.object({
  id: Id,
  name: z.string(),
  firstName: z.string(),
  picture: z.nullable(z.string()),
  part: Part,
  joinedAt: Time,
  /** Null for a current member. */
  leftAt: z.nullable(Time),
  sessionsDone: z.int(),
  lastSeenAt: z.nullable(Time),
})
export type PairMember = z.infer<typeof PairMember>

const PairChannel = z.object({
  id: Id,
  kind: z.enum(['pair', 'group', 'direct']),
  /** First names of those who can write in it. */
  people: z.array(z.string()).check(z.maxLength(20)),
  /** Its members who have not left the mentorship; those who are not active can neither read nor write in it. */
  members: z.array(z.object({ id: Id, firstName: z.string(), isActive: z.boolean() })).check(z.maxLength(50)),
  messageCount: z.int(),
  lastMessageAt: z.nullable(Time),
  /** Nobody can write or call until then. */
  pausedUntil: z.nullable(Time),
})
export type PairChannel = z.infer<typeof PairChannel>

/** Facts and counts about a mentorship; never what its members wrote or said. */
export const PairFacts = z.object({
  id: Id,
  groupType: GroupType,
  programme: ProgrammeName,
  startedAt: Time,
  endedAt: z.nullable(Time),
  /** Includes the coordinator and people who have left. */
  members: z.array(PairMember).check(z.maxLength(50)),
  sessionsDone: z.int(),
  sessions: z
    .array(
      z.object({
        id: Id,
        title: z.string(),
        /** The planned last day. */
        endDate: Time,
        startedBy: z.array(Id).check(z.maxLength(20)),
        doneBy: z.array(Id).check(z.maxLength(20)),
      }),
    )
    .check(z.maxLength(200)),
  callCount: z.int(),
  /** The last fifty, newest first. `minutes` counts the time in which at least two people were in the call. */
  calls: z.array(z.object({ startedAt: Time, minutes: z.int() })).check(z.maxLength(50)),
  channels: z.array(PairChannel).check(z.maxLength(50)),
  course: StaffCourse,
  canManage: z.boolean(),
  /** Whether the caller may answer requests, and remind or warn the members, pause or end the mentorship. */
  canWork: z.boolean(),
  canPause: z.boolean(),
  canSeeRecordings: z.boolean(),
  /** Null for those who do not work with the worklist. */
  work: z.nullable(PairWork),
})
export type PairFacts = z.infer<typeof PairFacts>

export const getPairFacts = defineCall({
  method: 'GET',
  path: '/api/v2/staff/mentorships/:id/',
  summary: 'Facts and counts about one mentorship; you give a reason for opening them',
  action: 'staff.pairs_read',
  params: z.object({ id: IdParam }),
  query: z.object({ reason: StaffReason }),
  reply: PairFacts,
  errors: ['mentorship.not_found'],
})

export const getOverview = defineCall({
  method: 'GET',
  path: '/api/v2/staff/overview/',
  summary: 'Number of people at each stage and of running pairs, among those you may see',
  action: 'staff.people_read',
  reply: z.object({
    /** Members by stage, without staff; each number is the length of the list of people with that filter. */
    stages: z.object({
      invited: z.int(),
      preparing: z.int(),
      needs_approval: z.int(),
      waits_for_match: z.int(),
      in_pair: z.int(),
      in_group: z.int(),
      blocked: z.int(),
    }),
    pairsRunning: z.int(),
    pairsUnmanaged: z.int(),
  }),
  errors: [],
})
