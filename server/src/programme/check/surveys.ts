import {
  checkOptionalTexts,
  checkTexts,
  checkKnownIfSet,
  checkUnique,
  checkUniqueKeys,
  checkKnown,
  languagesOf,
} from './names.ts'
import { checkQuestion, checkSendable } from './question.ts'
import type { JsonPath } from '../read/json-lines.ts'
import type { Problem } from '../problems.ts'
import type { Document } from '../problems.ts'
import type { Programme } from '../programme.ts'
import type { SurveyFile, SurveyQuestionFile } from '../format/questionnaire.ts'

type Survey = Document<SurveyFile>

export function checkSurveys(programme: Programme): Problem[] {
  return [...checkUniqueKeys(programme.surveys), ...programme.surveys.flatMap((survey) => checkSurvey(programme, survey))]
}

/** The parts of the programme that checks of a survey need. */
export type SurveysOf = {
  about: {
    value: {
      languages: readonly string[]
      moreLanguages: readonly string[]
      projects: readonly { key: string }[]
      tags: Readonly<Record<string, unknown>>
      readiness: Readonly<Record<string, unknown>>
    }
  }
  media: readonly { name: string }[]
  surveys: readonly { value: { key: string; after?: { survey: string } | undefined } }[]
}

export const checkSurvey = (programme: SurveysOf, survey: Survey): Problem[] => [
  ...checkAbout(programme, survey),
  ...checkStages(programme, survey),
  ...checkAfter(programme, survey),
]

function checkAbout({ about, media }: SurveysOf, survey: Survey): Problem[] {
  const { projects } = about.value
  const { name, shortDescription, icon, background } = survey.value
  const languages = languagesOf(about.value, name)
  const pictures = media.map((file) => file.name)
  const known = projects.map(({ key }) => key)
  return [
    ...checkTexts(survey, ['name'], name, languages),
    ...checkTexts(survey, ['shortDescription'], shortDescription, languages),
    ...checkKnownIfSet(survey, ['icon'], icon, pictures, 'file in media/'),
    ...checkKnownIfSet(survey, ['background'], background, pictures, 'file in media/'),
    ...(survey.value.projects ?? []).flatMap((project, at) =>
      checkKnown(survey, ['projects', at], project, known, 'project in programme.json'),
    ),
  ]
}

/** Keys must be unique in the whole survey, because answers refer to a question by its key alone. */
function checkStages({ about }: SurveysOf, survey: Survey): Problem[] {
  const { stages } = survey.value
  const languages = languagesOf(about.value, survey.value.name)
  const pages = stages.flatMap((stage, at) =>
    stage.pages.map((page, place): { page: typeof page; path: JsonPath } => ({ page, path: ['stages', at, 'pages', place] })),
  )
  const questions = pages.flatMap(({ page, path }) =>
    page.questions.map((question, at) => ({ question, path: [...path, 'questions', at] })),
  )
  return [
    ...checkUnique(
      survey,
      stages.map(({ key }, at) => [['stages', at, 'key'], key]),
    ),
    ...stages.flatMap(({ name, description, pages: own }, at) => [
      ...checkTexts(survey, ['stages', at, 'name'], name, languages),
      ...checkTexts(survey, ['stages', at, 'description'], description, languages),
      ...checkSendable(
        survey,
        ['stages', at, 'pages'],
        own.flatMap((page) => page.questions),
      ),
    ]),
    ...pages.flatMap(({ page, path }) => [
      ...checkTexts(survey, [...path, 'title'], page.title, languages),
      ...checkOptionalTexts(survey, [...path, 'description'], page.description, languages),
    ]),
    ...checkUnique(
      survey,
      questions.map(({ question, path }) => [[...path, 'key'], question.key]),
    ),
    ...questions.flatMap(({ question, path }) => [
      ...checkQuestion(survey, path, question, languages),
      ...checkUse(about.value, survey, path, question),
    ]),
  ]
}

const isScale = (type: string) => type === 'Scale' || type.startsWith('Agreeability')

/** Readiness sides and tags must exist. A criterion may have any name. */
function checkUse(
  { tags, readiness }: SurveysOf['about']['value'],
  survey: Survey,
  path: JsonPath,
  question: SurveyQuestionFile,
): Problem[] {
  return [
    ...checkKnownIfSet(
      survey,
      [...path, 'readiness'],
      question.readiness,
      Object.keys(readiness),
      'side of readiness in programme.json',
    ),
    ...(question.readiness !== undefined && !isScale(question.questionType)
      ? [survey.problemAt([...path, 'readiness'], `is not for ${question.questionType}`)]
      : []),
    ...(question.answerOptions ?? []).flatMap(({ tag, isCorrect }, at) => [
      ...checkKnownIfSet(survey, [...path, 'answerOptions', at, 'tag'], tag, Object.keys(tags), 'tag in programme.json'),
      ...(isCorrect ? [survey.problemAt([...path, 'answerOptions', at, 'isCorrect'], 'is not for a survey')] : []),
    ]),
  ]
}

/** Surveys that depend on each other would never open. */
function checkAfter({ surveys }: SurveysOf, survey: Survey): Problem[] {
  const before = new Map(surveys.map(({ value }) => [value.key, value.after?.survey]))
  const { key, after } = survey.value
  if (!after) return []
  const path = ['after', 'survey']
  if (after.survey === key || !before.has(after.survey))
    return checkKnown(survey, path, after.survey, [], 'survey other than this one')
  const passed = new Set([key])
  for (let next: string | undefined = after.survey; next !== undefined; next = before.get(next)) {
    if (next === key) return [survey.problemAt(path, `"${after.survey}" also waits for this survey`)]
    if (passed.has(next)) return []
    passed.add(next)
  }
  return []
}
