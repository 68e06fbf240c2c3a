import * as z from 'zod/mini'
import { Experiences, UserType } from '../accounts/entities.ts'
import { Role } from '../accounts/roles.ts'
import { StaffLook } from '../accounts/look-calls.ts'
import { StaffReason } from '../accounts/staff-calls.ts'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, LanguageCode, MAX_PAGE_SIZE, Nothing, Time } from '../core/fields.ts'
import { ProgrammeName } from './console-calls.ts'

/** How far a person has come. Each person has exactly one stage: the first one that applies. */
export const Stage = z.enum([
  'blocked',
  'invited',
  'in_pair',
  'in_group',
  'needs_approval',
  'waits_for_match',
  'preparing',
  'staff',
])
export type Stage = z.infer<typeof Stage>

export const PersonSort = z.enum(['name', 'newest', 'oldest'])
export type PersonSort = z.infer<typeof PersonSort>

/** The filters of the list, as they are in the address and in saved views. */
export const PeopleFilter = {
  search: z.optional(z.string().check(z.maxLength(100))),
  role: z.optional(Role),
  programme: z.optional(IdParam),
  stage: z.optional(Stage),
  /** Only people whose address the mail server refused for good. */
  mail: z.optional(z.enum(['refused'])),
}

export const PersonRow = z.object({
  id: Id,
  name: z.string(),
  picture: z.nullable(z.string()),
  role: Role,
  programme: z.nullable(z.string()),
  stage: Stage,
  /** The other people in the mentorship; in a group at most five. */
  partners: z.array(z.string()).check(z.maxLength(5)),
  waitsSince: z.nullable(Time),
  joinedAt: Time,
  lastSeenAt: z.nullable(Time),
})
export type PersonRow = z.infer<typeof PersonRow>

export const listPeople = defineCall({
  method: 'GET',
  path: '/api/v2/staff/people/',
  summary: 'People in your programmes, filtered and sorted, 50 at a time',
  action: 'staff.people_read',
  query: z.object({
    ...PeopleFilter,
    sort: z._default(PersonSort, 'name'),
    /** `next` from the reply with the previous page. */
    after: z.optional(z.string().check(z.maxLength(400))),
  }),
  reply: z.object({
    people: z.array(PersonRow).check(z.maxLength(MAX_PAGE_SIZE)),
    total: z.int(),
    next: z.nullable(z.string()),
    /** When this list was read; an act on everyone in it sends this back. */
    readAt: Time,
  }),
  errors: ['staff.bad_cursor'],
})

export const StaffNote = z.object({ id: Id, text: z.string(), by: z.string(), at: Time })
export type StaffNote = z.infer<typeof StaffNote>

const SurveyFact = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(['started', 'done']),
  at: z.nullable(Time),
})

const MentorshipFact = z.object({
  id: Id,
  groupType: z.string(),
  programme: z.string(),
  startedAt: Time,
  endedAt: z.nullable(Time),
  partners: z.array(z.object({ id: Id, name: z.string(), part: z.string() })).check(z.maxLength(20)),
  sessionsDone: z.int(),
  callCount: z.int(),
  lastCallAt: z.nullable(Time),
})

/** Facts and counts about a person; never texts they wrote. */
export const PersonFacts = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  picture: z.nullable(z.string()),
  email: z.string(),
  phoneNumber: z.string(),
  role: Role,
  language: LanguageCode,
  programme: z.nullable(ProgrammeName),
  institutionCode: z.nullable(z.string()),
  provider: z.enum(['normal', 'google']),
  stage: Stage,
  joinedAt: Time,
  leavesAt: z.nullable(Time),
  isVerified: z.boolean(),
  /** The mail server refused the address for good; null if it accepted the last mail. */
  mailRefusal: z.nullable(z.object({ code: z.int(), count: z.int(), at: Time })),
  isDisabled: z.boolean(),
  experiences: Experiences,
  signIns: z.object({ openCount: z.int(), lastUsedAt: z.nullable(Time) }),
  learning: z.object({ doneCount: z.int(), startedCount: z.int(), lastAt: z.nullable(Time) }),
  surveys: z.array(SurveyFact).check(z.maxLength(50)),
  match: z.object({
    waitsSince: z.nullable(Time),
    /** Null for mentees. */
    isApproved: z.nullable(z.boolean()),
    places: z.nullable(z.int()),
    openOffers: z.int(),
  }),
  mentorships: z.array(MentorshipFact).check(z.maxLength(50)),
  consents: z.array(z.object({ kind: z.string(), version: z.int(), givenAt: Time })).check(z.maxLength(100)),
  notes: z.array(StaffNote).check(z.maxLength(100)),
  looks: z.array(StaffLook).check(z.maxLength(10)),
  /** Whether you may change things here, or only read them. */
  canChange: z.boolean(),
})
export type PersonFacts = z.infer<typeof PersonFacts>

const Person = z.object({ personId: IdParam })

export const getPersonFacts = defineCall({
  method: 'GET',
  path: '/api/v2/staff/people/:personId/',
  summary: 'Facts and counts about one person; you give a reason for opening them',
  action: 'staff.people_read',
  params: Person,
  query: z.object({ reason: StaffReason }),
  reply: PersonFacts,
  errors: ['accounts.person_not_found'],
})

export const addStaffNote = defineCall({
  method: 'POST',
  path: '/api/v2/staff/people/:personId/notes/',
  summary: 'Add a note about a person, for the team',
  action: 'staff.people_read',
  params: Person,
  body: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)) }),
  reply: StaffNote,
  errors: ['accounts.person_not_found'],
  idempotencyKey: true,
})

/** Only before the person enters matching, because answers and progress belong to a role. */
export const changeRole = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/people/:personId/role/',
  summary: 'Make a mentee a mentor, or the reverse, before they look for a match',
  action: 'staff.people',
  params: Person,
  body: z.object({ role: UserType, reason: StaffReason }),
  reply: Nothing,
  errors: ['accounts.person_not_found', 'staff.role_in_use'],
})

export const SavedView = z.object({ id: Id, name: z.string(), query: z.string() })
export type SavedView = z.infer<typeof SavedView>

export const listSavedViews = defineCall({
  method: 'GET',
  path: '/api/v2/staff/people-views/',
  summary: 'Your saved views of the list of people',
  action: 'staff.people_read',
  reply: z.object({ views: z.array(SavedView).check(z.maxLength(20)) }),
  errors: [],
})

export const saveView = defineCall({
  method: 'POST',
  path: '/api/v2/staff/people-views/',
  summary: 'Save the current filters under a name; the same name replaces them',
  action: 'staff.people_read',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
    query: z.string().check(z.maxLength(500)),
  }),
  reply: SavedView,
  errors: ['staff.too_many_views'],
})

export const deleteView = defineCall({
  method: 'DELETE',
  path: '/api/v2/staff/people-views/:id/',
  summary: 'Delete a saved view',
  action: 'staff.people_read',
  params: z.object({ id: IdParam }),
  reply: Nothing,
  errors: ['staff.view_not_found'],
})
