import { fitsDomains } from '@saathi/contract/accounts/offered-projects'
import { isForInstance, isMentor, isStaffRole } from '@saathi/contract/accounts/roles'
import { convertAnswer } from '@saathi/contract/questions/answers'
import { revealAll, showQuestion } from '#content/public.ts'
import { checkKnownIfSet, checkUnique, checkKnown } from './names.ts'
import type { Account } from '../format/programme.ts'
import type { JsonPath } from '../read/json-lines.ts'
import type { Problem } from '../problems.ts'
import type { Document } from '../problems.ts'
import type { Programme } from '../programme.ts'
import { textsIn, toQuestion } from '../read/question-content.ts'

export function checkAccounts(programme: Programme, accounts: Document<{ accounts: Account[] }>): Problem[] {
  const { about, sessions, media } = programme
  const { projects } = about.value
  const languages = [...about.value.languages, ...about.value.moreLanguages]
  const stepCounts = new Map(sessions.map(({ value }) => [value.key, value.steps.length]))
  const mentorshipOnly = new Set(sessions.flatMap(({ value }) => (value.isLearningHub ? [] : [value.key])))
  const list = accounts.value.accounts
  return [
    ...checkUnique(
      accounts,
      list.map(({ email }, at) => [['accounts', at, 'email'], email]),
    ),
    ...list.flatMap((account, index) => {
      const at = (...path: JsonPath) => ['accounts', index, ...path]
      const groupType = projects.find(({ key }) => key === account.project)?.groupType
      return [
        // Made-up people speak any language of the product, as people who sign up do.
        ...(programme.madeUp.has(account.email)
          ? []
          : checkKnown(accounts, at('language'), account.language, languages, 'language of the programme')),
        ...checkKnownIfSet(
          accounts,
          at('project'),
          account.project,
          projects.map(({ key }) => key),
          'project in programme.json',
        ),
        ...checkKnownIfSet(
          accounts,
          at('portrait'),
          account.portrait,
          media.map(({ name }) => name),
          'file in media/',
        ),
        ...checkInstitution(programme, accounts, at('institution'), account),
        ...checkRights(programme, accounts, at(), account),
        ...checkGroupRole(accounts, at('role'), account.role, groupType),
        ...checkProvider(accounts, at(), account),
        ...account.learning.flatMap(({ session, stepsDone }, place) => [
          ...checkKnown(accounts, at('learning', place, 'session'), session, [...stepCounts.keys()], 'session'),
          ...(mentorshipOnly.has(session)
            ? [accounts.problemAt(at('learning', place, 'session'), `"${session}" is for mentorships, not for the learning hub`)]
            : []),
          ...(typeof stepsDone === 'number' && stepsDone > (stepCounts.get(session) ?? stepsDone)
            ? [accounts.problemAt(at('learning', place, 'stepsDone'), `"${session}" has only ${stepCounts.get(session)} steps`)]
            : []),
        ]),
        ...checkUnique(
          accounts,
          account.learning.map(({ session }, place) => [at('learning', place, 'session'), session]),
        ),
        ...account.bookmarks.flatMap(({ session }, place) =>
          checkKnown(accounts, at('bookmarks', place, 'session'), session, [...stepCounts.keys()], 'session'),
        ),
        ...checkUnique(
          accounts,
          account.bookmarks.map(({ session }, place) => [at('bookmarks', place, 'session'), session]),
        ),
        ...checkSurveyAnswers(programme, accounts, at('surveys'), account.surveys),
        ...checkLikes(programme, accounts, at('likes'), account.likes),
      ]
    }),
  ]
}

/** Only mentors sign up with a code, and it decides about their project. */
function checkInstitution(
  { about }: Programme,
  accounts: Document<unknown>,
  path: JsonPath,
  { institution: code, role, project, email }: Account,
): Problem[] {
  if (code === undefined) return []
  const institution = about.value.institutions.find((each) => each.code === code)
  if (!institution) return checkKnown(accounts, path, code, [], 'known institution')
  return [
    ...(isMentor(role) ? [] : [accounts.problemAt(path, 'is only for mentors')]),
    ...(institution.project === project ? [] : [accounts.problemAt(path, `"${code}" is not for ${project ?? 'no project'}`)]),
    ...(fitsDomains(email, institution.emailDomains)
      ? []
      : [accounts.problemAt(path, `"${code}" does not accept this email address`)]),
  ]
}

/** A right exists once per role and project; administrators have theirs for everything. */
function checkRights({ about }: Programme, accounts: Document<unknown>, path: JsonPath, account: Account): Problem[] {
  const { rights, role, project } = account
  if (rights.length === 0) return []
  const at = (...more: JsonPath) => [...path, 'rights', ...more]
  if (!isStaffRole(role)) return [accounts.problemAt(at(), 'are only for staff')]
  const keys = about.value.projects.map(({ key }) => key)
  const own = isForInstance(role) ? undefined : project
  return [
    ...rights.flatMap((right, place) => [
      ...checkKnownIfSet(accounts, at(place, 'project'), right.project, keys, 'project in programme.json'),
      ...(isForInstance(right.role) && right.project !== undefined
        ? [accounts.problemAt(at(place, 'project'), `is not allowed for ${right.role}`)]
        : []),
    ]),
    ...checkUnique(accounts, [
      [at(), `${role} ${own ?? ''}`] as const,
      ...rights.map((right, place) => [at(place), `${right.role} ${right.project ?? ''}`] as const),
    ]),
  ]
}

/** The group variant of a role must match the project's type. */
function checkGroupRole(accounts: Document<unknown>, path: JsonPath, role: string, groupType: string | undefined): Problem[] {
  if (!groupType || !/Ment(or|ee)$/.test(role)) return []
  const isGroup = groupType === '1toM'
  return role.startsWith('Group') === isGroup ? [] : [accounts.problemAt(path, `does not fit a project of type ${groupType}`)]
}

function checkProvider(accounts: Document<unknown>, path: JsonPath, { provider, googleSubject }: Account): Problem[] {
  if ((provider === 'google') === (googleSubject !== undefined)) return []
  return [accounts.problemAt([...path, 'googleSubject'], provider === 'google' ? 'is missing' : 'is only for Google accounts')]
}

function checkSurveyAnswers(
  { about, surveys }: Programme,
  accounts: Document<unknown>,
  path: JsonPath,
  answered: Account['surveys'],
): Problem[] {
  const known = new Map(surveys.map(({ value }) => [value.key, value]))
  return [
    ...checkUnique(
      accounts,
      answered.map(({ survey }, at) => [[...path, at, 'survey'], survey]),
    ),
    ...answered.flatMap(({ survey, stagesDone, answers }, at) => {
      const stages = known.get(survey)?.stages
      if (!stages) return checkKnown(accounts, [...path, at, 'survey'], survey, [], 'survey')
      const done = stagesDone === 'all' ? stages : stages.slice(0, stagesDone)
      const questions = done.flatMap(({ pages }) => pages.flatMap(({ questions }) => questions))
      return [
        ...(typeof stagesDone === 'number' && stagesDone > stages.length
          ? [accounts.problemAt([...path, at, 'stagesDone'], `"${survey}" has only ${stages.length} stages`)]
          : []),
        ...Object.entries(answers).flatMap(([key, answer]) => {
          const question = questions.find((candidate) => candidate.key === key)
          if (!question) return [accounts.problemAt([...path, at, 'answers', key], 'is not asked in the stages that are done')]
          const shown = showQuestion(toQuestion(question, textsIn(about.value.baseLanguage)), 1, '', revealAll)
          return 'problem' in convertAnswer(shown, answer)
            ? [accounts.problemAt([...path, at, 'answers', key], `is no answer to ${question.questionType}`)]
            : []
        }),
      ]
    }),
  ]
}

function checkLikes({ feed }: Programme, accounts: Document<unknown>, path: JsonPath, likes: readonly string[]): Problem[] {
  const posts = (feed?.value.posts ?? []).map(({ key }) => key)
  return [
    ...checkUnique(
      accounts,
      likes.map((key, at) => [[...path, at], key]),
    ),
    ...likes.flatMap((key, at) => checkKnown(accounts, [...path, at], key, posts, 'post in feed.json')),
  ]
}
