import { StoredStage, StoredSurvey } from '#content/public.ts'
import type { WholeProgramme } from './store.ts'
import { maybeTexts, questionFile, textsOf } from './question.ts'

type Row = WholeProgramme['surveys'][number]

export function surveyFile(programme: WholeProgramme, survey: Row, mediaNames: ReadonlyMap<string, string>) {
  const texts = textsOf(programme.baseLanguage)
  const { name, shortDescription } = StoredSurvey.parse(survey.content)
  const projects = programme.surveyProjects.filter(({ survey_id }) => survey_id === survey.id).map(({ key }) => key)
  const after = programme.surveys.find(({ id }) => id === survey.after_survey_id)
  const stages = programme.stages.filter(({ survey_id }) => survey_id === survey.id)
  return {
    key: survey.key,
    name: texts(name),
    shortDescription: texts(shortDescription),
    minutes: survey.minutes,
    ...(survey.icon_hash !== null && { icon: mediaNames.get(survey.icon_hash) }),
    ...(survey.background_hash !== null && { background: mediaNames.get(survey.background_hash) }),
    audience: survey.audience,
    ...(projects.length > 0 && { projects }),
    ...(after && { after: { survey: after.key, days: survey.after_days } }),
    ...(survey.closes_in_days !== null && { closesInDays: survey.closes_in_days }),
    stages: stages.map(({ key, content }) => stageFile(key, StoredStage.parse(content), texts)),
  }
}

function stageFile(key: string, { name, description, pages }: StoredStage, texts: ReturnType<typeof textsOf>) {
  return {
    key,
    name: texts(name),
    description: texts(description),
    pages: pages.map((page) => ({
      title: texts(page.title),
      ...maybeTexts('description', page.description, texts),
      questions: page.questions.map((question) => ({
        ...questionFile(question, texts),
        ...(question.criterion !== null && { criterion: question.criterion }),
        ...(question.readiness !== null && { readiness: question.readiness }),
      })),
    })),
  }
}
