import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Nothing } from '../core/fields.ts'

/** A whole programme without its people, as a zip archive of the folder that is documented in demo/README.md. */
export const PROGRAMME_MAX_BYTES = 32 * 1024 * 1024

const action = 'staff.programmes'
const closed = 'content.not_for_all'

/** A mistake and its location. Without a file, the mistake concerns the archive itself. */
const FileProblem = z.object({
  file: z.string(),
  line: z.nullable(z.int()),
  field: z.nullable(z.string()),
  text: z.string(),
})
export type FileProblem = z.infer<typeof FileProblem>

export const PlannedKind = z.enum([
  'session',
  'order',
  'survey',
  'post',
  'faq',
  'helplines',
  'legal',
  'declaration',
  'cards',
  'screens',
  'programme',
])
export type PlannedKind = z.infer<typeof PlannedKind>

/** `absent`: not in the archive; it stays as it is. */
export const PlannedChange = z.enum(['new', 'changed', 'removed', 'same', 'absent'])
export type PlannedChange = z.infer<typeof PlannedChange>

const PlannedEntry = z.object({
  kind: PlannedKind,
  key: z.string(),
  change: PlannedChange,
  /** The files that differ, such as `steps/why.hi.md`. */
  files: z.array(z.string()).check(z.maxLength(50)),
  /** Authors have unpublished changes. They stay a draft, and publishing that draft replaces the imported content. */
  hasDraft: z.boolean(),
})
export type PlannedEntry = z.infer<typeof PlannedEntry>

const Plan = z.object({
  /** Identifies what was checked: this archive against the programme's current content. */
  token: z.string(),
  entries: z.array(PlannedEntry).check(z.maxLength(5000)),
})
export type ImportPlan = z.infer<typeof Plan>

const archive = { maxBytes: PROGRAMME_MAX_BYTES }

export const exportProgramme = defineCall({
  method: 'GET',
  path: '/api/v2/staff/programme-export/',
  summary: 'Everything that is published, without people, as an archive that can be imported',
  action,
  reply: z.object({ fileName: z.string(), /** The archive in base64. */ content: z.string() }),
  errors: [closed],
})

export const checkImport = defineCall({
  method: 'POST',
  path: '/api/v2/staff/programme-import/check/',
  summary: 'Check an archive: every mistake with its place, or what importing would change. Nothing is stored',
  action,
  form: { fields: Nothing, files: { archive } },
  reply: z.object({
    problems: z.array(FileProblem).check(z.maxLength(500)),
    problemCount: z.int(),
    /** Null as long as there are mistakes. */
    plan: z.nullable(Plan),
  }),
  errors: [closed],
})

export const importProgramme = defineCall({
  method: 'POST',
  path: '/api/v2/staff/programme-import/',
  summary: 'Publish a checked archive as a whole, if nothing has changed since the check',
  action,
  form: { fields: z.object({ token: z.string().check(z.maxLength(100)) }), files: { archive } },
  reply: z.object({ changed: z.int() }),
  errors: [closed, 'content.import_changed', 'content.has_problems'],
})
