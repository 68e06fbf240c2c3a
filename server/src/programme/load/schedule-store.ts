import type { ScreenKey } from '@saathi/contract/content/screen-calls'
import type { Db } from '#core/ctx.ts'
import type { Texts } from '#content/public.ts'

export type ScheduleRow = { projectId: number; position: number; sessionId: number; days: number }

/** Existing mentorships keep their dates; the new schedule applies to those that start later. */
export async function replaceSchedules(db: Db, projectIds: readonly number[], rows: readonly ScheduleRow[]): Promise<void> {
  if (projectIds.length === 0) return
  await db.deleteFrom('schedule_session').where('project_id', 'in', projectIds).execute()
  if (rows.length === 0) return
  await db
    .insertInto('schedule_session')
    .values(
      rows.map(({ projectId, position, sessionId, days }) => ({
        project_id: projectId,
        position,
        session_id: sessionId,
        days,
      })),
    )
    .execute()
}

export type ScreenRow = { key: ScreenKey; title: Texts; description: Texts; imageHash: string | null }

/** No other rows refer to screens, so they are replaced. */
export async function replaceScreens(db: Db, screens: readonly ScreenRow[]): Promise<void> {
  await db.deleteFrom('match_screen').execute()
  await db
    .insertInto('match_screen')
    .values(
      screens.map(({ key, title, description, imageHash }) => ({
        key,
        title: title.text,
        description: description.text,
        image_hash: imageHash,
      })),
    )
    .execute()
  const texts = screens.flatMap(({ key, title, description }) =>
    Object.entries(title.locales).map(([language, words]) => ({
      screen_key: key,
      language_code: language,
      title: words,
      description: description.locales[language] ?? description.text,
    })),
  )
  if (texts.length > 0) await db.insertInto('match_screen_text').values(texts).execute()
}
