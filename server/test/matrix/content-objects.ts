import { createContent, publishDraft, scheduleDraft } from '@saathi/contract/content/draft-calls'
import { addDraftComment } from '@saathi/contract/content/draft-team-calls'
import { listVersions } from '@saathi/contract/content/version-calls'
import { authorDesk, writeSession } from '../drafts.ts'
import type { TestServer } from '../harness.ts'
import { buildProject } from '../mentorships.ts'
import { buildStaff } from '../staff-rights.ts'
import { inForeignProgramme } from './foreign-programme.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

type Body = Record<string, unknown>
type Draft = { author: number; key: string; revision: number; commentId?: number }

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

async function buildCommented(server: TestServer): Promise<Draft> {
  const draft = await buildDraft(server)
  const params = { kind: 'session' as const, key: draft.key }
  const { comments } = (await server.ask(draft.author, addDraftComment, { params, body: { text: 'Too long' } })).body
  return { ...draft, commentId: comments[0]?.id ?? 0 }
}

async function buildVersion(server: TestServer) {
  const { author, key } = await buildPublished(server)
  const params = { kind: 'session' as const, key }
  const { versions } = (await server.ask(author, listVersions, { params })).body
  return { params: { ...params, id: versions[0]?.id ?? 0 } }
}

/** The preview of a survey of one programme. */
const buildPage = async (server: TestServer) => {
  const author = await buildStaff(server, 'Author')
  const body = { kind: 'survey' as const, title: 'Your plans', projectId: await buildProject(server, [], '1to1') }
  const { key } = (await server.ask(author, createContent, { body })).body
  return { params: { kind: 'survey', key }, query: { language: 'hi' } }
}

const buildReviewSetting = async (server: TestServer) => ({
  params: { programmeId: await buildProject(server, [], '1to1') },
  body: { isNeeded: true },
})

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
  'GET /api/v2/staff/content/:kind/:key/preview/': withQuery({ language: 'hi', isMentor: 'true' }),
  'GET /api/v2/staff/content/:kind/:key/page-preview/': {
    own: buildPage,
    foreign: { 'one of another programme': inForeignProgramme(buildPage) },
    absent: () => ({ params: { kind: 'survey', key: 'never-written' }, query: { language: 'hi' } }),
  },
  'GET /api/v2/staff/content/:kind/:key/translations/': withQuery({ language: 'hi' }),
  'PUT /api/v2/staff/content/:kind/:key/translation/': aboutDraft(() => ({
    language: 'hi',
    part: 'session',
    path: 'title',
    source: 'Speak up',
    text: 'बोलिए',
    revision: 0,
  })),
  'POST /api/v2/staff/content/:kind/:key/review/': aboutDraft(({ revision }) => ({ act: 'ask', revision })),
  'GET /api/v2/staff/content/:kind/:key/comments/': aboutDraft(),
  'POST /api/v2/staff/content/:kind/:key/comments/': aboutDraft(() => ({ text: 'Too long for a phone' })),
  'POST /api/v2/staff/content/:kind/:key/comments/settle/': aboutDraft(
    ({ commentId }) => ({ commentId: commentId ?? 2_000_000_000, isDone: true }),
    buildCommented,
  ),
  'GET /api/v2/staff/content/:kind/:key/figures/': aboutDraft(),
  'GET /api/v2/staff/content/:kind/:key/versions/': aboutDraft(undefined, buildPublished),
  'GET /api/v2/staff/content/:kind/:key/versions/:id/': {
    own: buildVersion,
    foreign: { 'one of another programme': inForeignProgramme(buildVersion) },
    absent: () => ({ params: { kind: 'session', key: 'never-written', id: 1 } }),
  },
  'PUT /api/v2/staff/content-review/:programmeId/': {
    own: buildReviewSetting,
    foreign: { 'a programme of others': inForeignProgramme(buildReviewSetting) },
    absent: () => ({ params: { programmeId: 2_000_000_000 }, body: { isNeeded: true } }),
  },
}

function withQuery(query: Record<string, string>): ObjectRow {
  const own = async (server: TestServer) => ({ params: { kind: 'session', key: (await buildDraft(server)).key }, query })
  return {
    own,
    foreign: { 'one of another programme': inForeignProgramme(own) },
    absent: () => ({ params: { kind: 'session', key: 'never-written' }, query }),
  }
}
