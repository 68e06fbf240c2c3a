import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Time } from '../core/fields.ts'
import { KeyText, PartName } from './draft-fields.ts'
import { DraftBody, DraftKind } from './drafts.ts'

const action = 'staff.content'

export const PublishedVersion = z.object({
  id: Id,
  version: z.int(),
  /** `wording`: only texts were corrected. `folder`: loaded from a programme folder before the first change in the console. */
  way: z.enum(['version', 'wording', 'folder']),
  /** Null for a folder, and for scheduled publications. */
  by: z.nullable(z.string()),
  at: z.nullable(Time),
})
export type PublishedVersion = z.infer<typeof PublishedVersion>

/** Maximum number of versions listed; older ones stay stored. */
export const MAX_LISTED_VERSIONS = 50

export const listVersions = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content/:kind/:key/versions/',
  summary: 'What was published of this content, newest first, by whom and when',
  action,
  params: z.object({ kind: DraftKind, key: KeyText }),
  reply: z.object({ versions: z.array(PublishedVersion).check(z.maxLength(MAX_LISTED_VERSIONS)) }),
  errors: ['content.draft_not_found'],
})

export const getVersion = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content/:kind/:key/versions/:id/',
  summary: 'The parts of a published version, to compare the draft with',
  action,
  params: z.object({ kind: DraftKind, key: KeyText, id: IdParam }),
  reply: z.object({ parts: z.array(z.object({ name: PartName, body: DraftBody })).check(z.maxLength(200)) }),
  errors: ['content.draft_not_found', 'content.version_not_found'],
})
