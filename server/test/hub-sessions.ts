import type { TestServer } from './harness.ts'

type SessionChanges = {
  title?: string
  minutes?: number[]
  position?: number
  isPublished?: boolean
  isLearningHub?: boolean
  projectId?: number
  hindiTitle?: string
}
export type BuiltSession = { id: number; steps: number[] }

let built = 0

/** A published learning-hub session with a step for each number of minutes. */
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
      duration_minutes: minutes.reduce((sum, each) => sum + each, 0),
      is_learning_hub: changes.isLearningHub ?? true,
      published_at: changes.isPublished === false ? null : clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const steps = await db
    .insertInto('step')
    .values(
      minutes.map((each, at) => ({
        session_id: id,
        key: `step-${at}`,
        position: at + 1,
        title: 'A step',
        duration_minutes: each,
      })),
    )
    .returning('id')
    .execute()
  if (changes.projectId)
    await db.insertInto('session_project').values({ session_id: id, project_id: changes.projectId }).execute()
  if (changes.hindiTitle) {
    const text = { language_code: 'hi', title: changes.hindiTitle, overview: 'किस बारे में है।' }
    await db
      .insertInto('session_text')
      .values({ session_id: id, ...text })
      .execute()
  }
  return { id, steps: steps.map((step) => step.id) }
}

type Begun = { done?: number; status?: string; minutesAgo?: number }

/** As if the person had opened the session and completed its first steps. */
export async function beginSession(
  { db, clock }: TestServer,
  personId: number,
  session: BuiltSession,
  begun: Begun = {},
): Promise<void> {
  const { done = 0, status = 'ONGOING', minutesAgo = 0 } = begun
  const at = new Date(clock.now().getTime() - minutesAgo * 60_000)
  const completedAt = status === 'COMPLETED' ? at : null
  await db
    .insertInto('session_progress')
    .values({ person_id: personId, session_id: session.id, status, started_at: at, completed_at: completedAt, last_seen_at: at })
    .execute()
  const completions = session.steps.slice(0, done).map((stepId) => ({ person_id: personId, step_id: stepId, completed_at: at }))
  if (completions.length > 0) await db.insertInto('step_completion').values(completions).execute()
}
