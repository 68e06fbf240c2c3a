import { ScreenKey } from '@saathi/contract/content/screen-calls'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Texts } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { atOneMoment } from '#core/db/one-moment.ts'
import { OperatorError } from '#core/operator-error.ts'
import { cardsFile, faqFile, feedFile, helplinesFile, legalTexts, legalVersions } from './community.ts'
import { contentFiles, criteriaOf, matchingOf, ownTexts, surveyFile, textsOf, titleIn } from './content.ts'
import { languagesOf } from './languages.ts'
import { findWholeProgramme, type WholeProgramme } from './store.ts'

export type Files = Map<string, string | Buffer>

/** The programme in the database, without people, as files that can be checked and loaded again. */
export const exportFiles = async (db: Db, now: Date): Promise<Files> => filesOf(await atOneMoment(db, findWholeProgramme), now)

/** Writes these files into a new folder. */
export async function exportProgramme(db: Db, dir: string, now: Date): Promise<number> {
  await requireEmptyFolder(dir)
  const files = await exportFiles(db, now)
  for (const [file, content] of files) {
    const path = join(dir, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return files.size
}

/** Existing files would be mixed with the exported ones. */
async function requireEmptyFolder(dir: string) {
  const entries = await readdir(dir).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new OperatorError(`${dir} cannot be written to: it is not a folder, or may not be read.`)
  })
  if (entries.length > 0) throw new OperatorError(`${dir} is not empty. Choose a new folder for the export.`)
}

function filesOf(programme: WholeProgramme, now: Date): Files {
  const files: Files = new Map()
  const { baseLanguage } = programme
  files.set('programme.json', toJson(aboutOf(programme)))

  for (const { user_type, language_code, body } of programme.declarations) {
    const language = language_code === baseLanguage ? '' : `.${language_code}`
    files.set(`declarations/${user_type.toLowerCase()}${language}.md`, `${body}\n`)
  }

  const mediaNames = nameMedia(programme.media)
  for (const { hash, bytes } of programme.media) files.set(`media/${mediaNames.get(hash)}`, bytes)

  programme.sessions.forEach((session, at) => {
    const folder = `sessions/${numbered(at, programme.sessions.length)}-${session.key}`
    files.set(`${folder}/session.json`, toJson(sessionOf(programme, session, mediaNames)))
    files.set(`${folder}/overview.md`, `${session.overview}\n`)
    const texts = programme.sessionTexts.filter(({ session_id }) => session_id === session.id)
    const languages = [baseLanguage, ...texts.map(({ language_code }) => language_code)]
    for (const text of texts) {
      files.set(`${folder}/overview.${text.language_code}.md`, `${text.overview}\n`)
    }
    for (const [file, content] of contentFiles(programme, session.version_id, { baseLanguage, languages, mediaNames })) {
      files.set(`${folder}/${file}`, content)
    }
  })
  programme.surveys.forEach((survey, at) => {
    files.set(
      `surveys/${numbered(at, programme.surveys.length)}-${survey.key}.json`,
      toJson(surveyFile(programme, survey, mediaNames)),
    )
  })
  for (const [file, content] of legalTexts(programme)) files.set(file, content)
  if (programme.topics.length > 0) files.set('community/faq.json', toJson(faqFile(programme)))
  if (programme.helplines.length > 0) files.set('community/helplines.json', toJson(helplinesFile(programme)))
  if (programme.cards.length > 0) files.set('cards.json', toJson(cardsFile(programme, mediaNames)))
  if (programme.posts.length > 0) files.set('feed.json', toJson(feedFile(programme, mediaNames, now)))
  if (programme.screens.length > 0) files.set('screens.json', toJson(screensFile(programme, mediaNames)))
  return files
}

const numbered = (at: number, count: number) => String(at + 1).padStart(Math.max(2, String(count).length), '0')

function aboutOf(programme: WholeProgramme) {
  const { name, baseLanguage, tags, tagTexts, projects, institutions, declarations } = programme
  return {
    name,
    baseLanguage,
    ...languagesOf(programme),
    tags: Object.fromEntries(
      tags.map((tag) => [
        tag.key,
        joinTexts(
          baseLanguage,
          tag.name,
          tagTexts.filter(({ tag_key }) => tag_key === tag.key).map(({ language_code, name: text }) => [language_code, text]),
        ),
      ]),
    ),
    projects: projects.map((project) => ({
      key: project.key,
      name: project.name,
      groupType: project.group_type,
      emailDomains: project.email_domains,
      isDisabled: project.is_disabled,
      membersAreAdults: project.members_are_adults,
      ...scheduleOf(programme, project.id),
      ...matchingOf(programme, project.id),
    })),
    ...criteriaOf(programme),
    institutions: institutions.map((institution) => ({
      code: institution.code,
      name: institution.name,
      emailDomains: institution.email_domains,
      isActive: institution.is_active,
      ...(institution.project !== null && { project: institution.project }),
      membersAreAdults: institution.members_are_adults,
    })),
    declarations: Object.fromEntries(declarations.map(({ user_type, version }) => [user_type, version])),
    legal: legalVersions(programme),
    readiness: Object.fromEntries(
      programme.readinessAreas.map(({ key, name: words }) => [key, ownTexts(baseLanguage)(Texts.parse(words))]),
    ),
  }
}

function sessionOf(
  programme: WholeProgramme,
  session: WholeProgramme['sessions'][number],
  mediaNames: ReadonlyMap<string, string>,
) {
  const { baseLanguage } = programme
  const ofSession = ({ session_id }: { session_id: number }) => session_id === session.id
  const projects = programme.sessionProjects.filter(ofSession).map(({ key }) => key)
  const languages = programme.sessionTexts.filter(ofSession).map(({ language_code }) => language_code)
  const texts = textsOf(baseLanguage, titleIn(baseLanguage, languages))
  return {
    key: session.key,
    title: joinTexts(
      baseLanguage,
      session.title,
      programme.sessionTexts.filter(ofSession).map(({ language_code, title }) => [language_code, title]),
    ),
    tags: programme.sessionTags.filter(ofSession).map(({ tag_key }) => tag_key),
    color: session.color,
    ...(session.banner_hash !== null && { cover: mediaNames.get(session.banner_hash) }),
    isLearningHub: session.is_learning_hub,
    ...(session.first_place !== null && { first: session.first_place }),
    ...(projects.length > 0 && { projects }),
    steps: programme.steps
      .filter(({ version_id }) => version_id === session.version_id)
      .map((step) => ({
        key: step.key,
        durationMinutes: step.duration_minutes,
        title: texts({
          text: step.title,
          locales: Object.fromEntries(
            programme.stepTexts
              .filter(({ step_id }) => step_id === step.id)
              .map(({ language_code, title }) => [language_code, title]),
          ),
        }),
      })),
  }
}

function joinTexts(baseLanguage: string, base: string, others: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries([[baseLanguage, base], ...others])
}

/** Two pictures may have had the same name over time; the later one gets a part of its hash. */
function nameMedia(media: WholeProgramme['media']): Map<string, string> {
  const names = new Map<string, string>()
  const used = new Set<string>()
  for (const { hash, name } of media) {
    const own = used.has(name) ? name.replace(/\.(\w+)$/, `-${hash.slice(0, 12)}.$1`) : name
    used.add(own)
    names.set(hash, own)
  }
  return names
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Left out for a project without a schedule. */
function scheduleOf({ schedules }: WholeProgramme, projectId: number) {
  const schedule = schedules.filter(({ project_id }) => project_id === projectId).map(({ session, days }) => ({ session, days }))
  return schedule.length > 0 ? { schedule } : {}
}

function screensFile({ screens, screenTexts, baseLanguage }: WholeProgramme, mediaNames: ReadonlyMap<string, string>) {
  const inOrder = ScreenKey.options.flatMap((key) => screens.filter((screen) => screen.key === key))
  return Object.fromEntries(
    inOrder.map((screen) => {
      const others = screenTexts.filter(({ screen_key }) => screen_key === screen.key)
      const inAll = (field: 'title' | 'description') =>
        Object.fromEntries([[baseLanguage, screen[field]], ...others.map((text) => [text.language_code, text[field]])])
      return [
        screen.key,
        {
          title: inAll('title'),
          description: inAll('description'),
          ...(screen.image_hash !== null && { image: mediaNames.get(screen.image_hash) }),
        },
      ]
    }),
  )
}
