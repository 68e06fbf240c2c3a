import { UserType } from '@saathi/contract/accounts/entities'
import { dirname } from 'node:path/posix'
import type { Problem } from '../problems.ts'
import type { Programme, SessionSource } from '../programme.ts'
import type { JsonPath } from '../read/json-lines.ts'
import { checkAccounts } from './accounts.ts'
import { checkCommunity, checkFeed, checkVersioned } from './community.ts'
import { checkContent, picturesOf, type SessionsOf } from './content.ts'
import { checkMatching } from './matching.ts'
import { checkTexts, checkKnownIfSet, checkUnique, checkUniqueKeys, checkKnown, languagesOf } from './names.ts'
import { checkSurveys } from './surveys.ts'

/** Checks across files: names are unique, and references exist. */
export function checkProgramme(programme: Programme): Problem[] {
  return [
    ...checkAbout(programme),
    ...checkSessions(programme),
    ...checkContent(programme),
    ...checkSchedules(programme),
    ...checkSurveys(programme),
    ...checkMatching(programme),
    ...checkFeed(programme),
    ...checkCommunity(programme),
    ...checkScreens(programme),
    ...checkSignUp(programme),
    ...(programme.accounts ? checkAccounts(programme, programme.accounts) : []),
    ...checkMedia(programme),
  ]
}

function checkAbout({ about }: Programme): Problem[] {
  const { baseLanguage, languages, moreLanguages, tags, projects, readiness } = about.value
  const checkNames = (name: string, texts: Record<string, Record<string, string>>) =>
    Object.entries(texts).flatMap(([key, text]) => checkTexts(about, [name, key], text, languagesOf(about.value, text)))
  return [
    ...(languages.includes(baseLanguage)
      ? []
      : [about.problemAt(['baseLanguage'], `"${baseLanguage}" is not among the languages`)]),
    ...checkUnique(about, [
      ...languages.map((code, at) => [['languages', at], code] as const),
      ...moreLanguages.map((code, at) => [['moreLanguages', at], code] as const),
    ]),
    ...checkNames('tags', tags),
    ...checkNames('readiness', readiness),
    ...checkUnique(
      about,
      projects.map(({ key }, at) => [['projects', at, 'key'], key]),
    ),
  ]
}

export function checkSessions({ about, sessions, media }: SessionsOf): Problem[] {
  const { tags, projects } = about.value
  const own = sessions.flatMap((session) => {
    const { title, cover, steps } = session.value
    const languages = languagesOf(about.value, title)
    return [
      ...checkTexts(session, ['title'], title, languages),
      ...checkUnique(
        session,
        session.value.tags.map((tag, at) => [['tags', at], tag]),
      ),
      ...session.value.tags.flatMap((tag, at) =>
        checkKnown(session, ['tags', at], tag, Object.keys(tags), 'tag in programme.json'),
      ),
      ...checkKnownIfSet(
        session,
        ['cover'],
        cover,
        media.map(({ name }) => name),
        'file in media/',
      ),
      ...(session.value.projects ?? []).flatMap((project, at) =>
        checkKnown(
          session,
          ['projects', at],
          project,
          projects.map((known) => known.key),
          'project in programme.json',
        ),
      ),
      ...checkUnique(
        session,
        steps.map((step, at) => [['steps', at, 'key'], step.key]),
      ),
      ...steps.flatMap((step, at) => checkTexts(session, ['steps', at, 'title'], step.title, languages)),
      ...checkOverviews(session, about.value.baseLanguage, languages),
    ]
  })
  return [...checkUniqueKeys(sessions), ...checkFirst(sessions), ...own]
}

function checkFirst(sessions: readonly SessionSource[]): Problem[] {
  const seen = new Map<number, string>()
  return sessions.flatMap((session) => {
    const { first, isLearningHub } = session.value
    if (first === undefined) return []
    const taken = seen.get(first)
    seen.set(first, session.file)
    if (!isLearningHub) return [session.problemAt(['first'], 'only a session of the learning hub can be among the first')]
    return taken ? [session.problemAt(['first'], `${first} is already the place of ${taken}`)] : []
  })
}

function checkOverviews(session: SessionSource, baseLanguage: string, languages: readonly string[]): Problem[] {
  const folder = dirname(session.file)
  const expected = new Map(languages.map((code) => (code === baseLanguage ? ['', 'overview.md'] : [code, `overview.${code}.md`])))
  return [
    ...[...expected].flatMap(([code, name]) =>
      session.overviews.has(code) ? [] : [{ file: `${folder}/${name}`, text: 'is missing' }],
    ),
    ...[...session.overviews.keys()].flatMap((code) =>
      expected.has(code)
        ? []
        : [{ file: `${folder}/overview.${code}.md`, text: `"${code}" is not among the programme's other languages` }],
    ),
  ]
}

function checkMedia(programme: Programme): Problem[] {
  const { accounts, sessions, surveys, feed, cards, screens, media } = programme
  const used = new Set([
    ...sessions.flatMap((session) => [session.value.cover, ...picturesOf(session)]),
    ...surveys.flatMap(({ value }) => [value.icon, value.background]),
    ...(feed?.value.posts ?? []).map((post) => (post.event === 'post' ? post.thumbnail : undefined)),
    ...Object.values(cards?.value ?? {}).flatMap((list) => list.map(({ image }) => image)),
    ...Object.values(screens?.value ?? {}).map(({ image }) => image),
    ...(accounts?.value.accounts ?? []).map(({ portrait }) => portrait),
  ])
  return media.flatMap(({ file, name }) => (used.has(name) ? [] : [{ file, text: 'is not used by anything' }]))
}

/** Data for sign-up: institution codes and declarations. */
function checkSignUp(programme: Programme): Problem[] {
  return [...checkInstitutions(programme), ...UserType.options.flatMap((type) => checkDeclaration(programme, type))]
}

function checkInstitutions({ about }: Programme): Problem[] {
  const { institutions, projects } = about.value
  const keys = projects.map(({ key }) => key)
  return [
    ...checkUnique(
      about,
      institutions.map(({ code }, at) => [['institutions', at, 'code'], code]),
    ),
    ...institutions.flatMap(({ project }, at) =>
      checkKnownIfSet(about, ['institutions', at, 'project'], project, keys, 'project of this file'),
    ),
  ]
}

function checkDeclaration({ about, declarations }: Programme, type: UserType): Problem[] {
  return checkVersioned(about.value, {
    base: `declarations/${type.toLowerCase()}`,
    texts: declarations.get(type) ?? new Map(),
    version: about.value.declarations[type],
    field: 'declarations',
  })
}

/** The mentorship sessions of each project. */
function checkSchedules({ about, sessions }: Programme): Problem[] {
  const known = new Map(sessions.map(({ value }) => [value.key, value]))
  return about.value.projects.flatMap((project, at) => {
    const place = (index: number): JsonPath => ['projects', at, 'schedule', index, 'session']
    return [
      ...checkUnique(
        about,
        project.schedule.map(({ session }, index) => [place(index), session]),
      ),
      ...project.schedule.flatMap(({ session }, index) => {
        const found = known.get(session)
        if (!found) return checkKnown(about, place(index), session, [], 'session')
        if (found.isLearningHub)
          return [about.problemAt(place(index), `"${session}" is for the learning hub, not for mentorships`)]
        if (found.projects && !found.projects.includes(project.key))
          return [about.problemAt(place(index), `"${session}" is not for members of ${project.key}`)]
        return []
      }),
    ]
  })
}

function checkScreens({ about, screens, media }: Programme): Problem[] {
  if (!screens) return []
  const pictures = media.map(({ name }) => name)
  return Object.entries(screens.value).flatMap(([key, { title, description, image }]) => [
    ...checkTexts(screens, [key, 'title'], title, languagesOf(about.value, title)),
    ...checkTexts(screens, [key, 'description'], description, languagesOf(about.value, title)),
    ...checkKnownIfSet(screens, [key, 'image'], image, pictures, 'file in media/'),
  ])
}
