import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, MAX_PAGE_SIZE, Time } from '../core/fields.ts'
import { ContactWay, Day, NotedContact, WorkPerson } from './entities.ts'

/** Who contacts this person next, and when. */
const Next = z.object({ on: Day, personId: Id })

/** As typed on the device, perhaps offline. */
export const ContactDraft = z.object({
  personId: Id,
  how: ContactWay,
  wasReached: z.boolean(),
  note: z.string().check(z.trim(), z.maxLength(1000)),
  at: Time,
  next: z.nullable(Next),
})
export type ContactDraft = z.infer<typeof ContactDraft>

export const noteContact = defineCall({
  method: 'POST',
  path: '/api/v2/staff/contacts/',
  summary: 'Note how you were in contact with somebody, and when the next contact is',
  action: 'staff.worklist',
  body: z.extend(ContactDraft, { clientId: z.uuid() }),
  reply: z.object({ contact: NotedContact }),
  errors: [
    'worklist.person_not_found',
    'worklist.colleague_cannot',
    'worklist.bad_contact_time',
    'worklist.bad_next_day',
    'worklist.next_missing',
  ],
  idempotencyKey: true,
})

export const listWithoutContact = defineCall({
  method: 'GET',
  path: '/api/v2/staff/contacts/without/',
  summary: 'Active members and mentors without a next contact, 50 at a time',
  action: 'staff.worklist',
  reply: z.object({
    people: z.array(z.extend(WorkPerson, { programme: z.string() })).check(z.maxLength(MAX_PAGE_SIZE)),
    total: z.int(),
  }),
  errors: [],
})

export const planContacts = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/contacts/next/',
  summary: 'Give people a next contact: who, and on which day',
  action: 'staff.worklist',
  body: z.object({
    people: z.array(Id).check(z.minLength(1), z.maxLength(MAX_PAGE_SIZE)),
    on: Day,
    personId: Id,
  }),
  reply: z.object({ planned: z.int() }),
  errors: ['worklist.person_not_found', 'worklist.colleague_cannot', 'worklist.bad_next_day'],
})
