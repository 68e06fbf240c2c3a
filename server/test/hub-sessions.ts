import type { StoredQuiz } from '#content/question-content.ts'
import type { StoredItem } from '#content/step-content.ts'
import type { TestServer } from './harness.ts'

type SessionChanges = {
  title?: string
  minutes?: number[]
  position?: number
  isPublished?: boolean
  isLearningHub?: boolean
  firstPlace?: number
  projectId?: number
  hindiTitle?: string
  /** The content of each step, by its index. */
  content?: Readonly<Record<number, readonly StoredItem[]>>
  quizzes?: Readonly<Record<string, StoredQuiz>>
}
export type BuiltSession = { id: number; versionId: number; steps: number[]; quizzes: Map<string, number> }

let built = 0

/** A published learning-hub session with one step per entry of `minutes`. */
export async function buildSession({ db, clock }: TestServer, changes: SessionChanges = {}): Promise<BuiltSession> {
  built += 1
  const minutes = changes.minutes ?? [5, 10]
  const { id } = await db
    .insertInto('session')
    .values({
      key: `session-${built}`,
      position: changes.position ?? built,
      title: changes.title ?? `Session ${built}`,
      overview: 'What it is about.',
      color: '#FA86A3',
      is_learning_hub: changes.isLearningHub ?? true,
      first_place: changes.firstPlace ?? null,
      published_at: changes.isPublished === false ? null : clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = await addVersion({ db, clock }, id, { minutes, ...changes })
  if (changes.projectId)
    await db.insertInto('session_project').values({ session_id: id, project_id: changes.projectId }).execute()
  if (changes.hindiTitle) {
    const text = { language_code: 'hi', title: changes.hindiTitle, overview: 'किस बारे में है।' }
    await db
      .insertInto('session_text')
      .values({ session_id: id, ...text })
      .execute()
  }
  return { id, ...version }
}

type VersionChanges = Pick<SessionChanges, 'minutes' | 'content' | 'quizzes'>

/** The next version of a session. People who start from now on get this version. */
export async function addVersion(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  sessionId: number,
  { minutes = [5, 10], content = {}, quizzes = {} }: VersionChanges = {},
) {
  built += 1
  const { id: versionId } = await db
    .insertInto('session_version')
    .values({
      session_id: sessionId,
      number: built,
      content_hash: `version ${built}`,
      duration_minutes: minutes.reduce((sum, each) => sum + each, 0),
      step_count: minutes.length,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('session').set({ version_id: versionId }).where('id', '=', sessionId).execute()
  const quizIds = new Map<string, number>()
  for (const [key, quiz] of Object.entries(quizzes)) {
    const row = { version_id: versionId, key, content: JSON.stringify(quiz) }
    quizIds.set(key, (await db.insertInto('quiz').values(row).returning('id').executeTakeFirstOrThrow()).id)
  }
  const steps: number[] = []
  for (const [at, each] of minutes.entries()) {
    const { id } = await db
      .insertInto('step')
      .values({
        version_id: versionId,
        key: `step-${at}`,
        position: at + 1,
        title: 'A step',
        duration_minutes: each,
        content: JSON.stringify(content[at] ?? []),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    steps.push(id)
  }
  return { versionId, steps, quizzes: quizIds }
}

type ProgressOptions = { done?: number; status?: string; minutesAgo?: number; mentorshipId?: number }

/** As if the person had opened the session and completed its first steps. */
export async function beginSession(
  { db, clock }: TestServer,
  personId: number,
  session: BuiltSession,
  options: ProgressOptions = {},
): Promise<void> {
  const { done = 0, status = 'ONGOING', minutesAgo = 0, mentorshipId: mentorship_id = null } = options
  const at = new Date(clock.now().getTime() - minutesAgo * 60_000)
  const completedAt = status === 'ONGOING' ? null : at
  await db
    .insertInto('session_progress')
    .values({
      person_id: personId,
      mentorship_id,
      session_id: session.id,
      version_id: session.versionId,
      status,
      started_at: at,
      completed_at: completedAt,
      last_seen_at: at,
    })
    .execute()
  const completions = session.steps
    .slice(0, done)
    .map((stepId) => ({ person_id: personId, mentorship_id, step_id: stepId, completed_at: at }))
  if (completions.length > 0) await db.insertInto('step_completion').values(completions).execute()
}
