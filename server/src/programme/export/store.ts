import { StoredContent } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

/** A whole programme without its people, who have their own data export. */
export async function findWholeProgramme(db: Db) {
  const load = await db.selectFrom('programme_load').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  const language = await db.selectFrom('language').select('code').where('is_default', '=', true).executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('session')
    .selectAll()
    .where('published_at', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  // Only current versions: older ones are kept just for people who started them.
  const steps = await db
    .selectFrom('step')
    .innerJoin('session', 'session.version_id', 'step.version_id')
    .selectAll('step')
    .where('session.published_at', 'is not', null)
    .orderBy('step.position')
    .execute()
  const surveys = await db.selectFrom('survey').selectAll().orderBy('position').orderBy('id').execute()
  const posts = await db.selectFrom('feed_post').selectAll().orderBy('published_at', 'desc').orderBy('id', 'desc').execute()
  const cards = await db.selectFrom('card').selectAll().orderBy('exp_type').orderBy('position').execute()
  const screens = await db.selectFrom('match_screen').selectAll().execute()
  const shown = [
    ...sessions.flatMap(({ banner_hash }) => banner_hash ?? []),
    ...steps.flatMap(({ content }) => picturesIn(content)),
    ...surveys.flatMap(({ icon_hash, background_hash }) => [icon_hash ?? [], background_hash ?? []].flat()),
    ...posts.flatMap(({ thumbnail_hash }) => thumbnail_hash ?? []),
    ...cards.map(({ image_hash }) => image_hash),
    ...screens.flatMap(({ image_hash }) => image_hash ?? []),
  ]
  return {
    name: load?.name ?? 'Programme',
    baseLanguage: language.code,
    projects: await db.selectFrom('project').selectAll().orderBy('id').execute(),
    institutions: await db
      .selectFrom('institution')
      .leftJoin('project', 'project.id', 'institution.project_id')
      .selectAll('institution')
      .select('project.key as project')
      .orderBy('institution.code')
      .execute(),
    declarations: await db
      .selectFrom('declaration')
      .selectAll()
      .where('version', '=', (from) =>
        from
          .selectFrom('declaration as other')
          .select(({ fn }) => fn.max('other.version').as('newest'))
          .whereRef('other.user_type', '=', 'declaration.user_type'),
      )
      .orderBy('user_type')
      .orderBy('language_code')
      .execute(),
    tags: await db.selectFrom('tag').selectAll().orderBy('key').execute(),
    tagTexts: await db.selectFrom('tag_text').selectAll().orderBy('language_code').execute(),
    sessions,
    sessionTexts: await db.selectFrom('session_text').selectAll().orderBy('language_code').execute(),
    sessionTags: await db.selectFrom('session_tag').selectAll().orderBy('position').execute(),
    sessionProjects: await db
      .selectFrom('session_project')
      .innerJoin('project', 'project.id', 'session_project.project_id')
      .select(['session_project.session_id', 'project.key'])
      .orderBy('project.id')
      .execute(),
    steps,
    stepTexts: await db.selectFrom('step_text').selectAll().orderBy('language_code').execute(),
    quizzes: await db.selectFrom('quiz').selectAll().orderBy('key').execute(),
    surveys,
    surveyProjects: await db
      .selectFrom('survey_project')
      .innerJoin('project', 'project.id', 'survey_project.project_id')
      .select(['survey_project.survey_id', 'project.key'])
      .orderBy('project.id')
      .execute(),
    stages: await db.selectFrom('survey_stage').selectAll().where('position', 'is not', null).orderBy('position').execute(),
    readinessAreas: await db.selectFrom('readiness_area').selectAll().orderBy('position').orderBy('key').execute(),
    posts,
    postTags: await db.selectFrom('feed_post_tag').selectAll().orderBy('position').execute(),
    community: await db.selectFrom('community_item').selectAll().orderBy('id').execute(),
    helplines: await db.selectFrom('helpline').selectAll().orderBy('number').execute(),
    topics: await db.selectFrom('faq_topic').selectAll().orderBy('position').execute(),
    cards,
    schedules: await db
      .selectFrom('schedule_session')
      .innerJoin('session', 'session.id', 'schedule_session.session_id')
      .select(['schedule_session.project_id', 'session.key as session', 'schedule_session.days'])
      .where('session.published_at', 'is not', null)
      .orderBy('schedule_session.position')
      .execute(),
    matchPlans: await db.selectFrom('match_plan').selectAll().orderBy('project_id').execute(),
    screens,
    screenTexts: await db.selectFrom('match_screen_text').selectAll().orderBy('language_code').execute(),
    media: await db
      .selectFrom('programme_media')
      .selectAll()
      .where('hash', 'in', [...shown, ''])
      .orderBy('hash')
      .execute(),
  }
}
export type WholeProgramme = Awaited<ReturnType<typeof findWholeProgramme>>

/** Hashes of the pictures in a step. */
function picturesIn(content: unknown): string[] {
  return StoredContent.parse(content).flatMap(({ image }) =>
    image ? [image.picture.hash, ...Object.values(image.locales).map(({ hash }) => hash)] : [],
  )
}
