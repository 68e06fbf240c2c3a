import { randomBytes, randomUUID } from 'node:crypto'
import { makePdf } from '#core/files/test-pictures.ts'
import type { TestServer } from '../harness.ts'
import { buildMatching, buildSeeker } from '../matching.ts'
import { buildMentorship } from '../mentorships.ts'
import type { BuildInput, PartialInput } from './call-input.ts'
import { type Fields, omitted } from './sample.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const ABSENT = 2_000_000_000

async function buildFormerPerson(server: TestServer) {
  const id = await server.buildPerson()
  await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', id).execute()
  return id
}

/** Staff with a right in all programmes may act on everyone with an account; `body` has the other fields that the call needs. */
function onPerson(person: Parameters<TestServer['buildPerson']>[0] = {}, body?: () => Record<string, unknown>): ObjectRow {
  const about = async (id: Promise<number> | number) => ({ params: { personId: await id }, ...(body && { body: body() }) })
  return {
    own: (server) => about(server.buildPerson(person)),
    foreign: { 'one who has left': (server) => about(buildFormerPerson(server)) },
    absent: () => about(ABSENT),
  }
}

/** A mentee whose mentorship the caller manages: coordinators see nobody else. */
const inCaseload: ObjectRow = {
  own: async (server, personId) => {
    const { id, menteeIds } = await buildMentorship(server)
    const manager = { mentorship_id: id, person_id: personId, part: 'pair_manager', joined_at: server.clock.now() }
    await server.db.insertInto('mentorship_member').values(manager).execute()
    return { params: { personId: menteeIds[0] ?? 0 } }
  },
  foreign: { 'one who has left': async (server) => ({ params: { personId: await buildFormerPerson(server) } }) },
  absent: () => ({ params: { personId: ABSENT } }),
}

async function buildReset(server: TestServer, changes: { isOver?: boolean } = {}) {
  const personId = await server.buildPerson({ role: 'Admin' })
  const now = server.clock.now().getTime()
  const expires_at = new Date(changes.isOver ? now - 1000 : now + 3_600_000)
  const { id } = await server.db
    .insertInto('authenticator_reset')
    .values({ person_id: personId, requested_at: new Date(now - 2000), expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { id } }
}

async function buildView(server: TestServer, personId: number) {
  const { id } = await server.db
    .insertInto('saved_view')
    .values({ person_id: personId, name: randomUUID(), query: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { id } }
}

/** A mentor with or without a check, in a programme that requires none. */
function onMentor(params: Record<string, unknown>, body: Record<string, unknown>): ObjectRow {
  const buildFor =
    (part: 'mentor' | 'mentee'): BuildInput =>
    async (server) => {
      const { projectId } = await buildMatching(server)
      return { params: { ...params, personId: await buildSeeker(server, { projectId, part }) }, body }
    }
  return {
    own: buildFor('mentor'),
    foreign: { 'a mentee': buildFor('mentee') },
    absent: () => ({ params: { ...params, personId: ABSENT }, body }),
  }
}

type ImportState = 'checked' | 'running' | 'done'

/** An import with one row that can be created. */
async function buildImport(server: TestServer, personId: number, state: ImportState = 'checked') {
  const now = server.clock.now()
  const { id: runId } = await server.db
    .insertInto('import_run')
    .values({
      started_by: personId,
      file_name: 'people.csv',
      sha256: randomBytes(32),
      columns: '[]',
      state,
      created_at: now,
      checked_at: now,
      ...(state === 'done' && { done_at: now }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db.insertInto('import_row').values({ run_id: runId, number: 2, fields: '{}', outcome: 'create' }).execute()
  return { params: { runId } }
}

/** Staff with a right in all programmes see the imports of colleagues too. */
function onImport(state?: ImportState, more: { params?: Fields; query?: Fields } = {}): ObjectRow {
  const inputOf = ({ params }: { params: Fields }) => ({ ...more, params: { ...params, ...more.params } })
  return {
    own: async (server, personId) => inputOf(await buildImport(server, personId, state)),
    foreign: {},
    absent: () => inputOf({ params: { runId: ABSENT } }),
  }
}

/** The file of a recorded check of a mentor. */
function onEvidence(more: Pick<PartialInput, 'query' | 'body' | 'files'>): ObjectRow {
  const inputOf = (personId: number) => ({ ...more, params: { personId, kind: 'interview' } })
  const buildFor =
    (part: 'mentor' | 'mentee'): BuildInput =>
    async (server) => {
      const { projectId } = await buildMatching(server)
      const personId = await buildSeeker(server, { projectId, part })
      const [created_at, id] = [server.clock.now(), randomUUID()]
      const file = { id, owner_id: personId, purpose: 'screening_evidence', name: 'reference.pdf', type: 'application/pdf' }
      await server.db
        .insertInto('file')
        .values({ ...file, size: 400, sha256: Buffer.alloc(32), created_at })
        .execute()
      const check = { kind: 'interview', is_passed: true, evidence: 'Notes in folder 12', decided_at: created_at }
      await server.db
        .insertInto('screening_item')
        .values({ person_id: personId, ...check, file_id: id })
        .execute()
      return inputOf(personId)
    }
  return { own: buildFor('mentor'), foreign: { 'a mentee': buildFor('mentee') }, absent: () => inputOf(ABSENT) }
}

async function buildBulkAct(server: TestServer, madeBy: number, state: 'draft' | 'waiting') {
  const made_at = server.clock.now()
  const act = { kind: 'block', reason: 'The college has closed', is_filtered: false, made_by: madeBy, made_at, ip: '127.0.0.1' }
  const { id } = await server.db
    .insertInto('bulk_act')
    .values({ ...act, state, starts_at: state === 'draft' ? null : made_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const person_id = await server.buildPerson()
  await server.db.insertInto('bulk_act_person').values({ bulk_act_id: id, person_id }).execute()
  return { params: { id } }
}

/** People with a right in all programmes see the acts of everybody, so only an unknown one is closed to them. */
const onBulkAct = (state: 'draft' | 'waiting'): ObjectRow => ({
  own: (server, personId) => buildBulkAct(server, personId, state),
  foreign: {},
  absent: () => ({ params: { id: ABSENT } }),
})

/** Without a filter: it would find nobody. */
const chosen = (id: number) => ({ body: { kind: 'block', personIds: [id], filter: omitted } })

const filter = { notAnObject: 'a filter of what the caller may see anyway' }

export const staffRows: ObjectRows = {
  'GET /api/v2/users/profile/looks/': { notAnObject: 'a position in the caller’s own list' },
  'GET /api/v2/staff/people/': filter,
  'GET /api/v2/staff/acts/': filter,
  'GET /api/v2/staff/acts/export/': filter,
  'GET /api/v2/staff/people/:personId/': inCaseload,
  'POST /api/v2/staff/people/:personId/notes/': inCaseload,
  'GET /api/v2/staff/imports/:runId/': onImport(),
  'GET /api/v2/staff/imports/:runId/rows/': onImport('checked', { query: { show: 'create', after: omitted } }),
  'GET /api/v2/staff/imports/:runId/left-out/': onImport(),
  'PUT /api/v2/staff/imports/:runId/rows/:number/': onImport('checked', { params: { number: 2 } }),
  'PUT /api/v2/staff/imports/:runId/existing/': onImport(),
  'POST /api/v2/staff/imports/:runId/run/': onImport(),
  'POST /api/v2/staff/imports/:runId/stop/': onImport('running'),
  'POST /api/v2/staff/imports/:runId/undo/': onImport('done'),
  'POST /api/v2/staff/people/:personId/sign-out/': onPerson(),
  'POST /api/v2/staff/people/:personId/invite/': onPerson({ verified: false }),
  'GET /api/v2/staff/people/:personId/answers/': onPerson(),
  'PUT /api/v2/staff/people/:personId/role/': onPerson(),
  'PUT /api/v2/staff/people/:personId/email/': onPerson({}, () => ({ email: `${randomUUID()}@saathi.example` })),
  'POST /api/v2/staff/team/resets/:id/approve/': {
    own: (server) => buildReset(server),
    foreign: { 'one that has expired': (server) => buildReset(server, { isOver: true }) },
    absent: () => ({ params: { id: ABSENT } }),
  },
  'PUT /api/v2/staff/settings/languages/:code/': { notAnObject: 'a language is the same for everybody' },
  'POST /api/v2/staff/bulk/': {
    own: async (server) => chosen(await server.buildPerson()),
    foreign: { 'one who has left': async (server) => chosen(await buildFormerPerson(server)) },
    absent: () => chosen(ABSENT),
  },
  'PUT /api/v2/staff/settings/retention/:kind/': { notAnObject: 'a kind of data' },
  'GET /api/v2/staff/bulk/': filter,
  'GET /api/v2/staff/bulk/:id/': onBulkAct('draft'),
  'GET /api/v2/staff/bulk/:id/people/': onBulkAct('draft'),
  'POST /api/v2/staff/bulk/:id/start/': onBulkAct('draft'),
  'POST /api/v2/staff/bulk/:id/stop/': onBulkAct('waiting'),
  'DELETE /api/v2/staff/people-views/:id/': {
    own: buildView,
    foreign: { 'a colleague’s': async (server) => buildView(server, await server.buildPerson({ role: 'Admin' })) },
    absent: () => ({ params: { id: ABSENT } }),
  },
  'PUT /api/v2/staff/screening/:personId/checks/:kind/': onMentor({ kind: 'interview' }, { isPassed: true, expiresOn: null }),
  'PUT /api/v2/staff/screening/:personId/approval/': onMentor({}, {}),
  'GET /api/v2/staff/screening/:personId/checks/:kind/file/': onEvidence({ query: { reason: 'Before the interview' } }),
  'POST /api/v2/staff/screening/:personId/checks/:kind/file/remove/': onEvidence({ body: { reason: 'A wrong file' } }),
  'POST /api/v2/staff/screening/:personId/checks/:kind/file/': onEvidence({
    files: { file: { name: 'reference.pdf', type: 'application/pdf', bytes: makePdf() } },
  }),
  'PUT /api/v2/staff/screening-requirements/:projectId/': {
    own: async (server) => ({ params: { projectId: (await buildMatching(server)).projectId } }),
    foreign: {},
    absent: () => ({ params: { projectId: ABSENT } }),
  },
}
