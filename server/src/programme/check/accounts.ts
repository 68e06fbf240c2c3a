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
  const { languages, projects } = about.value
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
        ...checkKnown(accounts, at('language'), account.language, languages, 'language of the programme'),
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
