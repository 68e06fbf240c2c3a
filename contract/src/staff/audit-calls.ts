import * as z from 'zod/mini'
import { LookKind } from '../accounts/look-calls.ts'
import { defineCall } from '../core/call.ts'
import { Flag, Id, IdParam, MAX_PAGE_SIZE, Nothing, Time } from '../core/fields.ts'

/** One act of staff. Viewing private data counts as an act. */
export const StaffActRow = z.object({
  number: Id,
  at: Time,
  staffId: Id,
  /** Null once the account is gone. */
  staffName: z.nullable(z.string()),
  what: LookKind,
  /** The call in words, as in the API description. */
  summary: z.string(),
  personId: z.nullable(Id),
  personName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The act was refused: nothing was shown or done. The person concerned does not see it. */
  isRefused: z.boolean(),
  address: z.string(),
})
export type StaffActRow = z.infer<typeof StaffActRow>

const ActFilter = {
  staffId: z.optional(IdParam),
  personId: z.optional(IdParam),
  /** First and last day, in India. */
  from: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
  /** Leaves out acts that only read. */
  changesOnly: Flag,
}

export const listActs = defineCall({
  method: 'GET',
  path: '/api/v2/staff/acts/',
  summary: 'Acts of staff, newest first',
  action: 'staff.audit',
  query: z.object({ ...ActFilter, before: z.optional(IdParam) }),
  reply: z.object({
    acts: z.array(StaffActRow).check(z.maxLength(MAX_PAGE_SIZE)),
    hasMore: z.boolean(),
    /** Everyone who has acted, for the filter. */
    staff: z.array(z.object({ id: Id, name: z.string() })).check(z.maxLength(500)),
  }),
  errors: [],
})

export const EXPORTED_ACTS = 10_000

export const exportActs = defineCall({
  method: 'GET',
  path: '/api/v2/staff/acts/export/',
  summary: 'Acts of staff as a table for a spreadsheet, at most 10,000',
  action: 'staff.audit',
  query: z.object(ActFilter),
  reply: z.object({ csv: z.string(), count: z.int(), isCut: z.boolean() }),
  errors: [],
})

export const checkActs = defineCall({
  method: 'POST',
  path: '/api/v2/staff/acts/check/',
  summary: 'Check the seals of all acts for changed or removed ones',
  action: 'staff.audit',
  body: Nothing,
  reply: z.object({ count: z.int(), tampered: z.array(z.int()).check(z.maxLength(100)) }),
  errors: [],
})
