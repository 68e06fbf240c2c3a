import type { TestServer } from '../harness.ts'
import { beginSession, buildSession, type BuiltSession } from '../hub-sessions.ts'
import { buildMentorship } from '../mentorships.ts'
import type { BuildInput, PartialInput } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const text = (words: string) => ({ text: words, locales: {} })
const quiz = {
  helpText: null,
  questions: [
    {
      key: 'why',
      questionType: 'Text',
      mandatory: false,
      disabled: false,
      title: text('Why?'),
      label: null,
      helpText: null,
      autocomplete: null,
      answerOptions: [],
      scaleQuestionnaire: null,
    },
  ],
}
const item = { contentType: 'QUIZ' as const, text: null, image: null, url: null, quizKey: 'why', allowRetake: true }
const withQuiz = { quizzes: { why: quiz }, content: { 0: [item] } }

type ToInput = (session: BuiltSession) => PartialInput
/** For calls that also take a mentorship: a member may pass their own with a hub session, but no other. */
type ToInputWithMentorship = (session: BuiltSession, mentorship?: number) => PartialInput
type SessionRow = Exclude<ObjectRow, { notAnObject: string }>
const absentSession: BuiltSession = {
  id: 2_000_000_000,
  versionId: 2_000_000_000,
  steps: [2_000_000_000],
  quizzes: new Map([['why', 2_000_000_000]]),
}

async function otherProject(server: TestServer): Promise<number> {
  const { id } = await server.db
    .insertInto('project')
    .values({ key: `project-${crypto.randomUUID()}`, name: 'Elsewhere', group_type: '1to1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A person can see a session unless it is a draft, outside the hub or in another project. */
function sessionRow(toInput: ToInput, { isStarted = false } = {}): SessionRow {
  const build =
    (changes: (server: TestServer) => Promise<object> | object, starts = isStarted): BuildInput =>
    async (server, personId) => {
      const session = await buildSession(server, { ...withQuiz, ...(await changes(server)) })
      if (starts) await beginSession(server, personId, session)
      return toInput(session)
    }
  return {
    own: build(() => ({})),
    foreign: {
      'a draft': build(() => ({ isPublished: false })),
      'outside the hub': build(() => ({ isLearningHub: false })),
      // Not started: a started session stays visible, whatever its projects are now.
      'another project’s': build(async (server) => ({ projectId: await otherProject(server) }), false),
    },
    absent: () => toInput(absentSession),
  }
}

function sessionRowWithMentorship(toInput: ToInputWithMentorship, { isStarted = false } = {}): ObjectRow {
  const build =
    (findMentorship: (server: TestServer, personId: number) => Promise<{ id: number }>): BuildInput =>
    async (server, personId) => {
      const { id } = await findMentorship(server, personId)
      const session = await buildSession(server, withQuiz)
      if (isStarted) await beginSession(server, personId, session)
      return toInput(session, id)
    }
  const { own, foreign, absent } = sessionRow(toInput, { isStarted })
  return {
    own: build((server, personId) => buildMentorship(server, { menteeIds: [personId] })),
    also: { 'without a mentorship': own },
    foreign: {
      ...foreign,
      'with another pair’s mentorship': build((server) => buildMentorship(server)),
      'with a mentorship that does not exist': build(async () => ({ id: 2_000_000_000 })),
    },
    absent,
  }
}

const quizRef = ({ id, steps, quizzes }: BuiltSession) => ({ session: id, step: steps[0] ?? 0, quiz: quizzes.get('why') ?? 0 })
const inPath: ToInput = ({ id }) => ({ params: { id } })
const inBody: ToInput = ({ id }) => ({ body: { session: id } })

export const learningRows: ObjectRows = {
  'GET /api/v2/learninghub/sessions/:id/': sessionRow(inPath),
  'GET /api/v2/learninghub/mysessions/:id/': sessionRow(inPath, { isStarted: true }),
  'POST /api/v2/learninghub/session/bookmark/': sessionRow(inBody),
  'POST /api/v2/learninghub/session-start/': sessionRowWithMentorship(({ id }, mentorship) => ({
    body: { session: id, mentorship },
  })),
  'POST /api/v2/learninghub/session/feedback/': sessionRowWithMentorship(
    ({ id }, mentorship) => ({ body: { session: id, mentorship, rating: 3 } }),
    { isStarted: true },
  ),
  'POST /api/v2/learninghub/step-complete/': sessionRowWithMentorship(
    ({ id, steps }, mentorship) => ({ body: { session: id, step: steps[0], mentorship } }),
    { isStarted: true },
  ),
  'GET /api/v2/learninghub/quiz/:session/:step/:quiz/': sessionRowWithMentorship(
    (session, mentorship) => ({ params: quizRef(session), query: { mentorship } }),
    { isStarted: true },
  ),
  'POST /api/v3/learninghub/quiz/save-answer/': sessionRowWithMentorship(
    (session, mentorship) => ({ fields: { data: { ...quizRef(session), mentorship, answerJson: { why: 'Because.' } } } }),
    { isStarted: true },
  ),
}
