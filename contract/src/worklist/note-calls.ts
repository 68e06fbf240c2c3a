import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { IdParam } from '../core/fields.ts'
import { PairNote } from './entities.ts'

export const PAIR_NOTE_MAX = 2000

export const addPairNote = defineCall({
  method: 'POST',
  path: '/api/v2/staff/mentorships/:id/notes/',
  summary: 'Add a note about a pair or group, for the team',
  action: 'staff.worklist',
  params: z.object({ id: IdParam }),
  body: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(PAIR_NOTE_MAX)) }),
  reply: z.object({ note: PairNote }),
  errors: ['mentorship.not_found'],
  idempotencyKey: true,
})
