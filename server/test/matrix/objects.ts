import { Id, IdParam } from '@saathi/contract/core/fields'
import type { Call } from '@saathi/contract/core/call'
import type * as z from 'zod/mini'
import type { TestServer } from '../harness.ts'
import { type BuildInput, callKey } from './call-input.ts'
import { calendarRows } from './calendar-objects.ts'
import { chatRows } from './chat-objects.ts'
import { contentRows } from './content-objects.ts'
import { courseRows } from './course-objects.ts'
import { feedRows } from './feed-objects.ts'
import { filterRows } from './filter-objects.ts'
import { helpRows } from './help-objects.ts'
import { learningRows } from './learning-objects.ts'
import { matchingRows } from './matching-objects.ts'
import { meetingRows } from './meeting-objects.ts'
import { mentorshipRows } from './mentorship-objects.ts'
import { programmeRows } from './programme-objects.ts'
import { defOf } from './sample.ts'
import { safetyRows } from './safety-objects.ts'
import { staffRows } from './staff-objects.ts'
import { surveyRows } from './survey-objects.ts'
import { videoRows } from './video-objects.ts'
import { worklistRows } from './worklist-objects.ts'

/** How to build the object that a call refers to, for the caller. */
export type ObjectRow =
  | {
      own: BuildInput
      /** Other objects that the caller may act on too, for example for staff. */
      also?: Readonly<Record<string, BuildInput>>
      /** Every way in which an object can exist but be inaccessible to the caller. */
      foreign: Readonly<Record<string, BuildInput>>
      absent: BuildInput
    }
  /** The field only looks like an object id; the text gives the reason. */
  | { notAnObject: string }

export type ObjectRows = Readonly<Record<string, ObjectRow>>

async function buildOtherSignIn(server: TestServer, personId: number, changes: { isOver?: boolean } = {}) {
  const now = server.clock.now()
  const { id } = await server.db
    .insertInto('sign_in')
    .values({
      id: crypto.randomUUID(),
      person_id: personId,
      device: 'Test',
      started_at: now,
      last_used_at: now,
      confirmed_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
      ...(changes.isOver && { ended_at: now, end_reason: 'signed_out' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { sessionId: id } }
}

const anyone = async (id: Promise<number>) => ({ params: { personId: await id } })

/** Members of any status. Accounts of colleagues are for administrators only: see people.api.test.ts. */
const anyPerson = {
  own: (server: TestServer) => anyone(server.buildPerson()),
  also: {
    'one who is disabled': (server: TestServer) => anyone(server.buildPerson({ disabled: true })),
    'one who is not verified': (server: TestServer) => anyone(server.buildPerson({ verified: false })),
  },
  foreign: {
    'one who has left': async (server: TestServer) => {
      const id = await server.buildPerson()
      await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', id).execute()
      return { params: { personId: id } }
    },
  },
  absent: () => ({ params: { personId: 2_000_000_000 } }),
}

const viewerRight = async (person: Promise<number>, projectId: number | null = null) => ({
  body: { personId: await person, role: 'Viewer', projectId, until: null },
})

async function buildRight(server: TestServer, changes: { isOver?: boolean } = {}) {
  const personId = await server.buildPerson({ role: 'Viewer' })
  const right = server.db.updateTable('staff_right').set({ ended_at: changes.isOver ? server.clock.now() : null })
  const { id } = await right.where('person_id', '=', personId).returning('id').executeTakeFirstOrThrow()
  return { params: { id } }
}

/** By method and path. A call that refers to an object but has no row here fails the matrix. */
export const objectRows: ObjectRows = {
  'DELETE /api/v2/identity/sessions/:sessionId/': {
    own: (server, personId) => buildOtherSignIn(server, personId),
    foreign: {
      'another person’s': async (server) => buildOtherSignIn(server, await server.buildPerson()),
      'one’s own that is over': (server, personId) => buildOtherSignIn(server, personId, { isOver: true }),
    },
    absent: () => ({ params: { sessionId: crypto.randomUUID() } }),
  },
  'PUT /api/v2/staff/people/:personId/flags/': anyPerson,
  'PUT /api/v2/staff/people/:personId/disabled/': anyPerson,
  'PUT /api/v2/staff/people/:personId/verified/': anyPerson,
  'POST /api/v2/staff/team/rights/': {
    own: (server) => viewerRight(server.buildPerson({ role: 'Author' })),
    foreign: { 'a member’s account': (server) => viewerRight(server.buildPerson()) },
    absent: () => viewerRight(Promise.resolve(2_000_000_000)),
  },
  'POST /api/v2/staff/team/rights/:id/end/': {
    own: (server) => buildRight(server),
    foreign: { 'one that has ended': (server) => buildRight(server, { isOver: true }) },
    absent: () => ({ params: { id: 2_000_000_000 } }),
  },
  'GET /api/v2/notices/': { notAnObject: 'a position in the caller’s own list' },
  'POST /api/v2/notices/read/': { notAnObject: 'a position in the caller’s own list' },
  'POST /api/v1/notifications/register-device/': {
    notAnObject: 'a registration belongs to the person whose browser sent it last',
  },
  'PUT /api/v2/users/primary_language/:code/': { notAnObject: 'a language is the same for everybody' },
  ...staffRows,
  ...programmeRows,
  ...contentRows,
  ...safetyRows,
  ...worklistRows,
  ...helpRows,
  ...feedRows,
  ...learningRows,
  ...surveyRows,
  ...mentorshipRows,
  ...courseRows,
  ...matchingRows,
  ...calendarRows,
  ...chatRows,
  ...filterRows,
  ...videoRows,
  ...meetingRows,
}

/** Undefined for a call without object ids; throws if a row is missing. */
export function rowOf(call: Call, rows: ObjectRows): Exclude<ObjectRow, { notAnObject: string }> | undefined {
  const row = rows[callKey(call)]
  const references = referencedIds(call)
  if (row) return 'notAnObject' in row ? undefined : row
  if (references.length === 0) return undefined
  throw new Error(
    `${callKey(call)} names an object by ${references.join(', ')} and has no row in server/test/matrix/objects.ts. ` +
      'Add one that builds an own, a foreign and an absent object, or says why the field is not an object id.',
  )
}

/** Every path parameter, and every field that is an id by its schema or name. */
export function referencedIds(call: Call): string[] {
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => `the path's ${name}`)
  const { query, body, form } = call
  return [...inPath, ...ids(query, 'query'), ...ids(body, 'body'), ...ids(form?.fields, 'form')]
}

type Schema = z.core.$ZodType

function ids(schema: Schema | undefined, at: string, seen: readonly Schema[] = []): string[] {
  if (!schema || seen.includes(schema)) return []
  if (schema === Id || schema === IdParam || /(\.i|I)ds?$|[uU]uids?$/.test(at)) return [at]
  const def = defOf(schema)
  const inside = (inner: Schema, name = at) => ids(inner, name, [...seen, schema])
  switch (def.type) {
    case 'string':
      return 'format' in def && (def.format === 'uuid' || def.format === 'guid') ? [at] : []
    case 'object':
      return Object.entries(def.shape).flatMap(([name, member]) => inside(member, `${at}.${name}`))
    case 'array':
      return inside(def.element)
    case 'tuple':
      return def.items.flatMap((item) => inside(item))
    case 'record':
      return inside(def.valueType)
    case 'union':
      return def.options.flatMap((option) => inside(option))
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inside(def.innerType)
    case 'pipe':
      return [...new Set([...inside(def.in), ...inside(def.out)])]
    case 'lazy':
      return inside(def.getter())
    default:
      return []
  }
}
