import { publishDraft, scheduleDraft } from '@saathi/contract/content/draft-calls'
import { authorDesk, writeSession } from '../drafts.ts'
import type { TestServer } from '../harness.ts'
import { buildProject } from '../mentorships.ts'
import { buildStaff } from '../staff-rights.ts'
import { inForeignProgramme } from './foreign-programme.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

type Body = Record<string, unknown>
type Draft = { author: number; key: string; revision: number }

/** A session of one programme, not published, which a colleague wrote. */
async function buildDraft(server: TestServer): Promise<Draft> {
  const author = await buildStaff(server, 'Author')
  const projectId = await buildProject(server, [], '1to1')
  const key = await writeSession(server, author, { projectId })
  const { revision } = await authorDesk(server, author).read(key)
  return { author, key, revision }
}

async function buildPublished(server: TestServer): Promise<Draft> {
  const draft = await buildDraft(server)
  const { key, revision, author } = draft
  await server.ask(author, publishDraft, { params: { kind: 'session', key }, body: { revision, way: 'version' } })
  return draft
}

async function buildScheduled(server: TestServer): Promise<Draft> {
  const draft = await buildDraft(server)
  const { key, revision, author } = draft
  await server.ask(author, scheduleDraft, { params: { kind: 'session', key }, body: { revision, at: tomorrow(server) } })
  return draft
}

const tomorrow = ({ clock }: TestServer) => new Date(clock.now().getTime() + 86_400_000).toISOString()

type Build = (server: TestServer) => Promise<Draft>

const aboutDraft = (bodyOf?: (draft: Draft, server: TestServer) => Body, build: Build = buildDraft): ObjectRow => {
  const own = async (server: TestServer) => {
    const draft = await build(server)
    return { params: { kind: 'session', key: draft.key }, ...(bodyOf && { body: bodyOf(draft, server) }) }
  }
  const absent = { author: 0, key: 'never-written', revision: 1 }
  return {
    own,
    foreign: { 'one of another programme': inForeignProgramme(own) },
    absent: (server) => ({ params: { kind: 'session', key: absent.key }, ...(bodyOf && { body: bodyOf(absent, server) }) }),
  }
}

const ofRevision = ({ revision }: Draft) => ({ revision })
const newSession = (projectId: number) => ({ body: { kind: 'session', title: 'A new session', projectId } })
const buildNewSession = async (server: TestServer) => newSession(await buildProject(server, [], '1to1'))

export const contentRows: ObjectRows = {
  'POST /api/v2/staff/content/': {
    own: buildNewSession,
    foreign: { 'a programme of others': inForeignProgramme(buildNewSession) },
    absent: () => newSession(2_000_000_000),
  },
  'GET /api/v2/staff/content/:kind/:key/': aboutDraft(),
  'PUT /api/v2/staff/content/:kind/:key/part/': aboutDraft(() => ({
    name: 'step:new',
    revision: 0,
    body: { kind: 'step', blocks: [] },
  })),
  'POST /api/v2/staff/content/:kind/:key/discard/': aboutDraft(ofRevision),
  'GET /api/v2/staff/content/:kind/:key/publishing/': aboutDraft(),
  'POST /api/v2/staff/content/:kind/:key/publish/': aboutDraft(({ revision }) => ({ revision, way: 'version' })),
  'POST /api/v2/staff/content/:kind/:key/schedule/': aboutDraft(({ revision }, server) => ({ revision, at: tomorrow(server) })),
  'POST /api/v2/staff/content/:kind/:key/unschedule/': aboutDraft(undefined, buildScheduled),
  'POST /api/v2/staff/content/:kind/:key/take-back/': aboutDraft(() => ({ reason: 'A number was wrong' }), buildPublished),
  'GET /api/v2/staff/content/:kind/:key/preview/': aboutPreview(),
}

function aboutPreview(): ObjectRow {
  const own = async (server: TestServer) => {
    const { key } = await buildDraft(server)
    return { params: { kind: 'session', key }, query: { language: 'hi', is_mentor: 'true' } }
  }
  const query = { language: 'hi', is_mentor: 'true' }
  return {
    own,
    foreign: { 'one of another programme': inForeignProgramme(own) },
    absent: () => ({ params: { kind: 'session', key: 'never-written' }, query }),
  }
}
