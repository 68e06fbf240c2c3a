import * as z from 'zod/mini'
import { StaffRole } from '../accounts/roles.ts'
import { defineCall } from '../core/call.ts'
import { Id, LanguageCode, Time } from '../core/fields.ts'

/** The number of open tasks for the reader, by navigation entry. Entries without tasks are left out. */
export const Waiting = z.object({ help: z.int(), screening: z.int(), matching: z.int(), resets: z.int() })
export type Waiting = z.infer<typeof Waiting>

export const ProgrammeName = z.object({ id: Id, key: z.string(), name: z.string(), isDisabled: z.boolean() })
export type ProgrammeName = z.infer<typeof ProgrammeName>

/** Before the second factor: the page that asks for it belongs to the console too. */
export const getStaffTexts = defineCall({
  method: 'GET',
  path: '/api/v2/staff/texts/',
  summary: 'Get the texts of the console in your language',
  action: 'second_factor.use',
  query: z.object({ languageCode: LanguageCode }),
  reply: z.object({ translations: z.record(z.string(), z.string()) }),
  errors: [],
})

export const getConsole = defineCall({
  method: 'GET',
  path: '/api/v2/staff/console/',
  summary: 'Get your rights, your programmes and what waits for you',
  action: 'staff.console',
  reply: z.object({
    rights: z.array(z.object({ role: StaffRole, projectId: z.nullable(Id), until: z.nullable(Time) })),
    /** The programmes in which you have a right; all of them if you have a right in all. */
    programmes: z.array(ProgrammeName).check(z.maxLength(500)),
    /** Everything you may do in at least one programme, as in the permission table. */
    actions: z.array(z.string()),
    waiting: Waiting,
  }),
  errors: [],
})
