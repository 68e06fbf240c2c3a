import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Flag, Id, LanguageCode, Time } from '../core/fields.ts'
import { KeyText, PartName } from './draft-fields.ts'
import { ContentRow, DraftBody, DraftContent, DraftKind, DraftPart, DraftProblem } from './drafts.ts'
import { ContentItem } from './items.ts'
import { ShownPage } from './page-preview.ts'

const action = 'staff.content'
const params = z.object({ kind: DraftKind, key: KeyText })
const missing = 'content.draft_not_found'
const closed = [missing, 'content.not_yours', 'content.is_scheduled'] as const

export const listContent = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content/',
  summary: 'The sessions, surveys, posts, questions and legal texts of your programmes, with drafts',
  action,
  query: z.object({ kind: z._default(DraftKind, 'session') }),
  reply: z.object({
    rows: z.array(ContentRow).check(z.maxLength(1000)),
    counts: z.record(DraftKind, z.int()),
    /** Programmes for which the caller may write. `isForAll`: the caller may also write content for everybody. */
    programmes: z
      .array(z.object({ id: Id, key: z.string(), name: z.string(), reviewsContent: z.boolean() }))
      .check(z.maxLength(500)),
    isForAll: z.boolean(),
  }),
  errors: [],
})

export const createContent = defineCall({
  method: 'POST',
  path: '/api/v2/staff/content/',
  summary: 'Begin a new session, survey or post, seen by nobody but authors until it is published',
  action,
  body: z.object({
    kind: z.enum(['session', 'survey', 'post']),
    title: z.string().check(z.minLength(1), z.maxLength(60)),
    /** Null: for everybody. */
    projectId: z.nullable(Id),
  }),
  reply: z.object({ key: KeyText }),
  errors: ['content.not_yours'],
})

export const getDraft = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content/:kind/:key/',
  summary: 'A draft, or the published version if nothing was changed',
  action,
  params,
  reply: DraftContent,
  errors: [missing],
})

export const saveDraftPart = defineCall({
  method: 'PUT',
  path: '/api/v2/staff/content/:kind/:key/part/',
  summary: 'Save a part of a draft; refused if somebody else has saved it in the meantime',
  action,
  params,
  body: z.object({ name: PartName, revision: z.int(), body: DraftBody }),
  reply: z.object({
    part: DraftPart,
    revision: z.int(),
    problems: z.array(DraftProblem).check(z.maxLength(200)),
  }),
  errors: [...closed, 'content.part_changed', 'content.bad_part'],
})

export const discardDraft = defineCall({
  method: 'POST',
  path: '/api/v2/staff/content/:kind/:key/discard/',
  summary: 'Discard the changes: the draft returns to the published version, or is deleted if it was never published',
  action,
  params,
  body: z.object({ revision: z.int() }),
  reply: z.object({}),
  errors: [...closed, 'content.draft_changed'],
})

export const getPublishing = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content/:kind/:key/publishing/',
  summary: 'Number of people who would stay on the old version or change to the new one, before publishing',
  action,
  params,
  reply: z.object({
    nextVersion: z.int(),
    revision: z.int(),
    /** People who have started and not finished: they stay on the version they started. */
    stay: z.int(),
    /** People to whom the content is offered and who have not opened it. */
    change: z.int(),
    problems: z.array(DraftProblem).check(z.maxLength(200)),
    /** Only texts differ from the published version. */
    isWordingOnly: z.boolean(),
    fallBack: z.array(z.object({ language: LanguageCode, parts: z.int(), isOffered: z.boolean() })).check(z.maxLength(30)),
    needsReview: z.boolean(),
    approvedBy: z.nullable(z.string()),
  }),
  errors: [missing],
})

const publishing = ['content.draft_changed', 'content.has_problems', 'content.needs_review'] as const

export const publishDraft = defineCall({
  method: 'POST',
  path: '/api/v2/staff/content/:kind/:key/publish/',
  summary: 'Publish a draft as a new version, or correct words in the current one',
  action,
  params,
  body: z.object({ revision: z.int(), way: z.enum(['version', 'wording']) }),
  reply: z.object({ version: z.int() }),
  errors: [...closed, ...publishing, 'content.not_wording', 'content.nothing_changed'],
})

export const scheduleDraft = defineCall({
  method: 'POST',
  path: '/api/v2/staff/content/:kind/:key/schedule/',
  summary: 'Publish a draft at a time; until then it cannot be changed',
  action,
  params,
  body: z.object({ revision: z.int(), at: Time }),
  reply: z.object({ scheduledFor: Time }),
  errors: [...closed, ...publishing, 'content.bad_time', 'content.nothing_changed'],
})

export const unscheduleDraft = defineCall({
  method: 'POST',
  path: '/api/v2/staff/content/:kind/:key/unschedule/',
  summary: 'Cancel a scheduled publication',
  action,
  params,
  reply: z.object({}),
  errors: [missing, 'content.not_yours', 'content.not_scheduled'],
})

export const takeBackContent = defineCall({
  method: 'POST',
  path: '/api/v2/staff/content/:kind/:key/take-back/',
  summary: 'No longer offer a published session, survey or post; progress and answers stay',
  action,
  params,
  body: z.object({ reason: z.string().check(z.minLength(3), z.maxLength(200)) }),
  reply: z.object({}),
  errors: [...closed, 'content.not_published', 'content.in_schedule', 'content.always_shown'],
})

export const previewDraft = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content/:kind/:key/preview/',
  summary: 'A draft as a member will see it, in a language and a role',
  action,
  params,
  query: z.object({ language: LanguageCode, isMentor: Flag }),
  reply: z.object({
    revision: z.int(),
    title: z.string(),
    steps: z
      .array(
        z.object({ key: KeyText, title: z.string(), minutes: z.int(), content: z.array(ContentItem).check(z.maxLength(100)) }),
      )
      .check(z.maxLength(100)),
  }),
  errors: [missing],
})

export const previewPage = defineCall({
  method: 'GET',
  path: '/api/v2/staff/content/:kind/:key/page-preview/',
  summary: 'The draft of a post, survey, card, legal text or the FAQ as a member will see it in a language',
  action,
  params,
  query: z.object({ language: LanguageCode }),
  reply: ShownPage,
  errors: [missing, 'content.bad_part'],
})
