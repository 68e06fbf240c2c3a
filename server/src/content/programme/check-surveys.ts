import { checkMaybe, checkTexts, named, repeated, repeatedAcross, unknown } from './check-names.ts'
import { checkQuestion, checkSendable } from './check-question.ts'
import type { ProgrammeFile } from './format.ts'
import type { JsonPath } from './json-lines.ts'
import type { Problem } from './problems.ts'
import type { Document, Programme } from './programme.ts'
import type { SurveyFile, SurveyQuestionFile } from './survey-format.ts'

type Survey = Document<SurveyFile>

export function checkSurveys(programme: Programme): Problem[] {
  return [
    ...repeatedAcross(programme.surveys),
    ...programme.surveys.flatMap((survey) => [
      ...checkSurvey(programme, survey),
      ...checkStages(programme, survey),
      ...checkAfter(programme, survey),
    ]),
  ]
}

function checkSurvey({ about, media }: Programme, survey: Survey): Problem[] {
  const { languages, projects } = about.value
  const { name, shortDescription, icon, background } = survey.value
  const pictures = media.map((file) => file.name)
  const known = projects.map(({ key }) => key)
  return [
    ...checkTexts(survey, ['name'], name, languages),
    ...checkTexts(survey, ['shortDescription'], shortDescription, languages),
    ...named(survey, ['icon'], icon, pictures, 'file in media/'),
    ...named(survey, ['background'], background, pictures, 'file in media/'),
    ...(survey.value.projects ?? []).flatMap((project, at) =>
      unknown(survey, ['projects', at], project, known, 'project in programme.json'),
    ),
  ]
}

/** Keys are unique in the whole survey: what is answered, and what is asked for it, names a question by its key alone. */
function checkStages({ about }: Programme, survey: Survey): Problem[] {
  const { languages } = about.value
  const { stages } = survey.value
  const pages = stages.flatMap((stage, at) =>
    stage.pages.map((page, place): { page: typeof page; path: JsonPath } => ({ page, path: ['stages', at, 'pages', place] })),
  )
  const questions = pages.flatMap(({ page, path }) =>
    page.questions.map((question, at) => ({ question, path: [...path, 'questions', at] })),
  )
  return [
    ...repeated(
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
      ...checkMaybe(survey, [...path, 'description'], page.description, languages),
    ]),
    ...repeated(
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

/** What an answer feeds exists. A criterion is a name of the programme's own choosing. */
function checkUse({ tags, readiness }: ProgrammeFile, survey: Survey, path: JsonPath, question: SurveyQuestionFile): Problem[] {
  return [
    ...named(survey, [...path, 'readiness'], question.readiness, Object.keys(readiness), 'side of readiness in programme.json'),
    ...(question.readiness !== undefined && !isScale(question.questionType)
      ? [survey.problemAt([...path, 'readiness'], `is not for ${question.questionType}`)]
      : []),
    ...(question.answerOptions ?? []).flatMap(({ tag, isCorrect }, at) => [
      ...named(survey, [...path, 'answerOptions', at, 'tag'], tag, Object.keys(tags), 'tag in programme.json'),
      ...(isCorrect ? [survey.problemAt([...path, 'answerOptions', at, 'isCorrect'], 'is not for a survey')] : []),
    ]),
  ]
}

/** Surveys that wait for each other would never open. */
function checkAfter({ surveys }: Programme, survey: Survey): Problem[] {
  const before = new Map(surveys.map(({ value }) => [value.key, value.after?.survey]))
  const { key, after } = survey.value
  if (!after) return []
  const path = ['after', 'survey']
  if (after.survey === key || !before.has(after.survey)) return unknown(survey, path, after.survey, [], 'survey besides this one')
  const passed = new Set([key])
  for (let next: string | undefined = after.survey; next !== undefined; next = before.get(next)) {
    if (next === key) return [survey.problemAt(path, `"${after.survey}" waits for this one in turn`)]
    if (passed.has(next)) return []
    passed.add(next)
  }
  return []
}
