import { dirname } from 'node:path/posix'
import { checkContent, picturesOf } from './check-content.ts'
import { checkTexts, named, repeated, unknown } from './check-names.ts'
import { checkSignUp } from './check-sign-up.ts'
import type { Account } from './format.ts'
import type { JsonPath } from './json-lines.ts'
import type { Problem } from './problems.ts'
import type { Document, Programme, SessionSource } from './programme.ts'

/** What no single file can know: that names are used once, and that what is named exists. */
export function checkProgramme(programme: Programme): Problem[] {
  return [
    ...checkAbout(programme),
    ...checkSessions(programme),
    ...checkContent(programme),
    ...checkSignUp(programme),
    ...(programme.accounts ? checkAccounts(programme, programme.accounts) : []),
    ...checkMedia(programme),
  ]
}

function checkAbout({ about }: Programme): Problem[] {
  const { baseLanguage, languages, tags, projects } = about.value
  return [
    ...(languages.includes(baseLanguage)
      ? []
      : [about.problemAt(['baseLanguage'], `"${baseLanguage}" is not among the languages`)]),
    ...repeated(
      about,
      languages.map((code, at) => [['languages', at], code]),
    ),
    ...Object.entries(tags).flatMap(([key, texts]) => checkTexts(about, ['tags', key], texts, languages)),
    ...repeated(
      about,
      projects.map(({ key }, at) => [['projects', at, 'key'], key]),
    ),
  ]
}

function checkSessions({ about, sessions, media }: Programme): Problem[] {
  const { languages, tags, projects } = about.value
  const seen = new Map<string, string>()
  return sessions.flatMap((session) => {
    const { key, title, cover, steps } = session.value
    const first = seen.get(key)
    seen.set(key, session.file)
    return [
      ...(first ? [session.problemAt(['key'], `"${key}" is already the key of ${first}`)] : []),
      ...checkTexts(session, ['title'], title, languages),
      ...repeated(
        session,
        session.value.tags.map((tag, at) => [['tags', at], tag]),
      ),
      ...session.value.tags.flatMap((tag, at) => unknown(session, ['tags', at], tag, Object.keys(tags), 'tag in programme.json')),
      ...named(
        session,
        ['cover'],
        cover,
        media.map(({ name }) => name),
        'file in media/',
      ),
      ...(session.value.projects ?? []).flatMap((project, at) =>
        unknown(
          session,
          ['projects', at],
          project,
          projects.map((known) => known.key),
          'project in programme.json',
        ),
      ),
      ...repeated(
        session,
        steps.map((step, at) => [['steps', at, 'key'], step.key]),
      ),
      ...steps.flatMap((step, at) => checkTexts(session, ['steps', at, 'title'], step.title, languages)),
      ...checkOverviews(session, about.value.baseLanguage, languages),
    ]
  })
}

function checkOverviews(session: SessionSource, baseLanguage: string, languages: readonly string[]): Problem[] {
  const folder = dirname(session.file)
  const wanted = new Map(languages.map((code) => (code === baseLanguage ? ['', 'overview.md'] : [code, `overview.${code}.md`])))
  return [
    ...[...wanted].flatMap(([code, name]) =>
      session.overviews.has(code) ? [] : [{ file: `${folder}/${name}`, text: 'is missing' }],
    ),
    ...[...session.overviews.keys()].flatMap((code) =>
      wanted.has(code)
        ? []
        : [{ file: `${folder}/overview.${code}.md`, text: `"${code}" is not among the programme's other languages` }],
    ),
  ]
}

function checkAccounts({ about, sessions, media }: Programme, accounts: Document<{ accounts: Account[] }>): Problem[] {
  const { languages, projects } = about.value
  const stepCounts = new Map(sessions.map(({ value }) => [value.key, value.steps.length]))
  const list = accounts.value.accounts
  return [
    ...repeated(
      accounts,
      list.map(({ email }, at) => [['accounts', at, 'email'], email]),
    ),
    ...list.flatMap((account, index) => {
      const at = (...path: JsonPath) => ['accounts', index, ...path]
      const groupType = projects.find(({ key }) => key === account.project)?.groupType
      return [
        ...unknown(accounts, at('language'), account.language, languages, 'language of the programme'),
        ...named(
          accounts,
          at('project'),
          account.project,
          projects.map(({ key }) => key),
          'project in programme.json',
        ),
        ...named(
          accounts,
          at('portrait'),
          account.portrait,
          media.map(({ name }) => name),
          'file in media/',
        ),
        ...checkGroupRole(accounts, at('role'), account.role, groupType),
        ...checkProvider(accounts, at(), account),
        ...account.learning.flatMap(({ session, stepsDone }, place) => [
          ...unknown(accounts, at('learning', place, 'session'), session, [...stepCounts.keys()], 'session'),
          ...(typeof stepsDone === 'number' && stepsDone > (stepCounts.get(session) ?? stepsDone)
            ? [accounts.problemAt(at('learning', place, 'stepsDone'), `"${session}" has only ${stepCounts.get(session)} steps`)]
            : []),
        ]),
        ...repeated(
          accounts,
          account.learning.map(({ session }, place) => [at('learning', place, 'session'), session]),
        ),
        ...account.bookmarks.flatMap(({ session }, place) =>
          unknown(accounts, at('bookmarks', place, 'session'), session, [...stepCounts.keys()], 'session'),
        ),
        ...repeated(
          accounts,
          account.bookmarks.map(({ session }, place) => [at('bookmarks', place, 'session'), session]),
        ),
      ]
    }),
  ]
}

/** The group variant of a role follows the project's type; nobody chooses it. */
function checkGroupRole(accounts: Document<unknown>, path: JsonPath, role: string, groupType: string | undefined): Problem[] {
  if (!groupType || !/Ment(or|ee)$/.test(role)) return []
  const isGroup = groupType === '1toM'
  return role.startsWith('Group') === isGroup ? [] : [accounts.problemAt(path, `does not fit a project of type ${groupType}`)]
}

function checkProvider(accounts: Document<unknown>, path: JsonPath, { provider, googleSubject }: Account): Problem[] {
  if ((provider === 'google') === (googleSubject !== undefined)) return []
  return [accounts.problemAt([...path, 'googleSubject'], provider === 'google' ? 'is missing' : 'is only for Google accounts')]
}

function checkMedia({ accounts, sessions, media }: Programme): Problem[] {
  const used = new Set([
    ...sessions.flatMap((session) => [session.value.cover, ...picturesOf(session)]),
    ...(accounts?.value.accounts ?? []).map(({ portrait }) => portrait),
  ])
  return media.flatMap(({ file, name }) => (used.has(name) ? [] : [{ file, text: 'is not used by anything' }]))
}
