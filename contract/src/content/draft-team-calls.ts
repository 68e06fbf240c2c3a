import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, LanguageCode, Nothing } from '../core/fields.ts'
import { KeyText, PartName } from './draft-fields.ts'
import { DraftComment, DraftKind, DraftPicture, DraftRecording, TranslationRow } from './drafts.ts'

const action = 'staff.content'
const params = z.object({ kind: DraftKind, key: KeyText })
const missing = 'content.draft_not_found'
const closed = [missing, 'content.not_yours', 'content.is_scheduled'] as const

export const listTranslations = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content/:kind/:key/translations/',
  summary: 'Every text of a draft next to its translation, with what the translator saw',
  action,
  params,
  query: z.object({ language: LanguageCode }),
  reply: z.object({ rows: z.array(TranslationRow).check(z.maxLength(5000)) }),
  errors: [missing, 'content.language_not_offered'],
})

export const saveTranslation = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/content/:kind/:key/translation/',
  summary: 'Translate one text, or confirm that its translation is still right; an empty translation is removed',
  action,
  params,
  body: z.object({
    language: LanguageCode,
    part: PartName,
    path: z.string().check(z.maxLength(200)),
    /** The text that the translator saw. */
    source: z.string().check(z.maxLength(80_000)),
    text: z.string().check(z.maxLength(80_000)),
    revision: z.int(),
  }),
  reply: z.object({ row: TranslationRow, revision: z.int() }),
  errors: [...closed, 'content.part_changed', 'content.text_gone', 'content.language_not_offered'],
})

export const reviewDraft = defineCall({
  method: 'POST',
  path: '/api/v2/staff/content/:kind/:key/review/',
  summary: 'Ask a second person to review a draft, approve it, or return it to its author',
  action,
  params,
  body: z.object({ act: z.enum(['ask', 'approve', 'return']), revision: z.int() }),
  reply: z.object({}),
  errors: [...closed, 'content.draft_changed', 'content.nothing_changed', 'content.not_second'],
})

const comments = z.object({ comments: z.array(DraftComment).check(z.maxLength(200)) })

export const listDraftComments = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content/:kind/:key/comments/',
  summary: 'What colleagues wrote about a draft',
  action,
  params,
  reply: comments,
  errors: [missing],
})

export const addDraftComment = defineCall({
  method: 'POST',
  path: '/api/v2/staff/content/:kind/:key/comments/',
  summary: 'Write a comment about a draft',
  action,
  params,
  body: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)) }),
  reply: comments,
  errors: [missing, 'content.not_yours'],
})

export const settleDraftComment = defineCall({
  method: 'POST',
  path: '/api/v2/staff/content/:kind/:key/comments/settle/',
  summary: 'Mark a comment as done, or open it again',
  action,
  params,
  body: z.object({ commentId: Id, isDone: z.boolean() }),
  reply: comments,
  errors: [missing, 'content.not_yours', 'content.comment_not_found'],
})

export const setContentReview = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/content-review/:programmeId/',
  summary: 'Set whether the content that members of a programme see needs the approval of a second person',
  action: 'staff.programmes',
  params: z.object({ programmeId: IdParam }),
  body: z.object({ isNeeded: z.boolean() }),
  reply: z.object({ isNeeded: z.boolean() }),
  errors: ['content.programme_not_found'],
})

const Count = z.nullable(z.int())

export const getFigures = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content/:kind/:key/figures/',
  summary: 'At which steps people stop, and how many answer each question right at the first try; numbers below five are hidden',
  action,
  params,
  reply: z.object({
    started: Count,
    steps: z.array(z.object({ key: KeyText, title: z.string(), stopped: Count })).check(z.maxLength(100)),
    questions: z
      .array(z.object({ quiz: KeyText, key: z.string(), title: z.string(), answered: Count, right: Count }))
      .check(z.maxLength(2000)),
  }),
  errors: [missing],
})

const Choices = z.array(z.object({ key: z.string(), name: z.string() })).check(z.maxLength(500))

export const listChoices = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content-choices/',
  summary: 'What content refers to by key: tags, sides of work-readiness and matching criteria, with their names',
  action,
  reply: z.object({ tags: Choices, readiness: Choices, criteria: Choices }),
  errors: [],
})

/** Equals the limit for pictures in a programme folder. */
export const PICTURE_MAX_BYTES = 512 * 1024

export const listPictures = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content-pictures/',
  summary: 'The pictures that sessions can show',
  action,
  reply: z.object({ pictures: z.array(DraftPicture).check(z.maxLength(1000)) }),
  errors: [],
})

export const addPicture = defineCall({
  method: 'POST',
  path: '/api/v2/staff/content-pictures/',
  summary: 'Add a picture; the type is detected from its content, and drawings with scripts or links are refused',
  action,
  form: { fields: Nothing, files: { picture: { maxBytes: PICTURE_MAX_BYTES } } },
  reply: DraftPicture,
  errors: ['content.bad_picture', 'content.active_drawing', 'content.too_many_pixels'],
})

/** About 15 minutes of speech, or two minutes of video for a small screen: members pay for every megabyte. */
export const RECORDING_MAX_BYTES = 4 * 1024 * 1024

export const listRecordings = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content-recordings/',
  summary: 'The sound recordings and videos that steps can play',
  action,
  reply: z.object({ recordings: z.array(DraftRecording).check(z.maxLength(1000)) }),
  errors: [],
})

export const addRecording = defineCall({
  method: 'POST',
  path: '/api/v2/staff/content-recordings/',
  summary: 'Add a sound recording or a video; its content decides what it is, and phones must be able to play it',
  action,
  form: { fields: Nothing, files: { recording: { maxBytes: RECORDING_MAX_BYTES } } },
  reply: DraftRecording,
  errors: ['content.bad_recording'],
})
