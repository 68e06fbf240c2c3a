import * as calls from '@saathi/contract/content/draft-calls'
import type { DraftBlock, DraftBody, DraftQuestion, SessionPart } from '@saathi/contract/content/drafts'
import { completeStep, getSession, startSession } from '@saathi/contract/learning/session-calls'
import type { TestServer } from './harness.ts'

/** What the desk of the server does for one author, by its calls. */
export function authorDesk(server: TestServer, by: number) {
  const at = (key: string) => ({ kind: 'session' as const, key })
  const read = async (key: string) => (await server.ask(by, calls.getDraft, { params: at(key) })).body
  const partOf = async (key: string, name: string) => {
    const part = (await read(key)).parts.find((each) => each.name === name)
    if (!part) throw new Error(`${name} is missing`)
    return part
  }
  const save = (key: string, name: string, revision: number, body: DraftBody) =>
    server.ask(by, calls.saveDraftPart, { params: at(key), body: { name, revision, body } })
  /** On top of what is stored now. */
  async function write(key: string, name: string, body: DraftBody) {
    const known = (await read(key)).parts.find((each) => each.name === name)
    return save(key, name, known?.revision ?? 0, body)
  }
  async function writeAbout(key: string, change: Partial<SessionPart>) {
    const { body, revision } = await partOf(key, 'session')
    if (body.kind !== 'session') throw new Error('not the session')
    return save(key, 'session', revision, { ...body, ...change })
  }
  const publish = async (key: string, way: 'version' | 'wording' = 'version') =>
    server.ask(by, calls.publishDraft, { params: at(key), body: { revision: (await read(key)).revision, way } })
  return { at, read, partOf, save, write, writeAbout, publish }
}
export type AuthorDesk = ReturnType<typeof authorDesk>

export const textBlock = (id: string, text: string): DraftBlock => ({
  id,
  contentType: 'TEXT',
  text,
  image: null,
  url: null,
  quiz: null,
  allowRetake: true,
})
export const quizBlock = (id: string, quiz: string): DraftBlock => ({ ...textBlock(id, ''), contentType: 'QUIZ', quiz })

export const choiceQuestion = (key: string, changes: Partial<DraftQuestion> = {}): DraftQuestion => ({
  key,
  questionType: 'SingleChoiceRadio',
  mandatory: true,
  disabled: false,
  title: `Question ${key}`,
  label: '',
  helpText: '',
  autocomplete: null,
  answerOptions: [
    { key: 'listen', label: 'Listen', helpText: 'Yes, first of all.', isCorrect: true },
    { key: 'shout', label: 'Shout', helpText: 'Nobody listens then.', isCorrect: false },
  ],
  scale: null,
  ...changes,
})

/** A session of two steps, the second with a quiz, written at the desk. Not published yet. */
type Written = { title?: string; /** Null: for everybody. */ projectId?: number | null }

export async function writeSession(
  server: TestServer,
  by: number,
  { title = 'Speak up', projectId = null }: Written = {},
): Promise<string> {
  const desk = authorDesk(server, by)
  await server.db
    .insertInto('tag')
    .values({ key: 'work', name: 'Work' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { key } = (await server.ask(by, calls.createContent, { body: { kind: 'session', title, projectId } })).body
  const steps = [
    { key: 'why', title: 'Why rooms feel loud', durationMinutes: 6 },
    { key: 'try', title: 'Try it', durationMinutes: 9 },
  ]
  await desk.writeAbout(key, { overview: 'What it is about.', tags: ['work'], steps })
  await desk.write(key, 'step:why', { kind: 'step', blocks: [textBlock('b1', 'Breathe in while you count four.')] })
  await desk.write(key, 'quiz:check', { kind: 'quiz', helpText: '', questions: [choiceQuestion('first')] })
  await desk.write(key, 'step:try', { kind: 'step', blocks: [textBlock('b1', 'Say one sentence.'), quizBlock('b2', 'check')] })
  return key
}

export const sessionId = async (server: TestServer, key: string): Promise<number> =>
  (await server.db.selectFrom('session').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id

export const readSession = async (server: TestServer, personId: number, id: number) =>
  (await server.ask(personId, getSession, { params: { id }, query: {} })).body

/** Starts the session and completes its first step. */
export async function beginAtStep(server: TestServer, personId: number, session: number) {
  await server.ask(personId, startSession, { body: { session } })
  const { sessionSteps } = await readSession(server, personId, session)
  return server.ask(personId, completeStep, { body: { session, step: sessionSteps[0]?.id ?? 0 } })
}
