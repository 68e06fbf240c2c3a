import type { DraftProblem, DraftSurveyQuestion, SurveyPart } from '@saathi/contract/content/drafts'
import { checkSurvey, type SurveysOf } from '../../check/surveys.ts'
import { SurveyFile } from '../../format/questionnaire.ts'
import type { Problem } from '../../problems.ts'
import { parse, questionFile, toDraftProblem } from '../check-draft.ts'
import type { Part } from '../texts.ts'
import { stageIn } from './compose-page.ts'
import type { PageSurroundings } from './check-page.ts'
import type { PublishedSurvey } from './survey-store.ts'

type SurveySurroundings = PageSurroundings & {
  projects: readonly string[]
  readiness: readonly string[]
  /** The dependencies between the other surveys. */
  others: readonly { key: string; after: string | null }[]
  published: PublishedSurvey | null
  answered: readonly { quiz: string; question: string }[]
}

/** Applies the checks of a programme folder to the draft of a survey. In addition, answered questions must stay. */
export function checkSurveyDraft(survey: SurveyPart, parts: readonly Part[], around: SurveySurroundings): DraftProblem[] {
  const { key, baseLanguage, pictures } = around
  const inBase = (text: string) => ({ [baseLanguage]: text })
  const pictureOf = (hash: string) => pictures.get(hash)?.name ?? `${hash}.png`
  const { name, shortDescription, minutes, icon, background, audience, projects, after, closesInDays, stages } = survey
  const value = {
    key,
    name: inBase(name),
    shortDescription: inBase(shortDescription),
    minutes,
    audience,
    ...(icon !== null && { icon: pictureOf(icon) }),
    ...(background !== null && { background: pictureOf(background) }),
    ...(projects.length > 0 && { projects }),
    ...(after && { after }),
    ...(closesInDays !== null && { closesInDays }),
    stages: stages.map((stage) => ({
      key: stage.key,
      name: inBase(stage.name),
      description: inBase(stage.description),
      pages: stageIn(parts, stage.key).pages.map(({ title, description, questions }) => ({
        title: inBase(title),
        ...(description !== '' && { description: inBase(description) }),
        questions: questions.map((question) => surveyQuestionFile(question, inBase)),
      })),
    })),
  }
  const problems: Problem[] = []
  const document = parse('survey', SurveyFile, value, problems)
  if (document) problems.push(...checkSurvey(programmeOf(around), document))
  problems.push(...checkAnswered(survey, parts, around))
  return problems.map((problem) => placeOf(toDraftProblem(problem, baseLanguage), survey)).slice(0, 200)
}

function surveyQuestionFile(question: DraftSurveyQuestion, inBase: (text: string) => Record<string, string>) {
  const { criterion, readiness, tags, ...base } = question
  const { answerOptions, ...file } = questionFile(base, inBase)
  return {
    ...file,
    ...(criterion !== null && { criterion }),
    ...(readiness !== null && { readiness }),
    ...(answerOptions && {
      answerOptions: answerOptions.map((option) => ({ ...option, ...(tags[option.key] && { tag: tags[option.key] }) })),
    }),
  }
}

const asKeys = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, {}]))

const programmeOf = ({ key, baseLanguage, projects, tags, readiness, pictures, others }: SurveySurroundings): SurveysOf => ({
  about: {
    value: {
      languages: [baseLanguage],
      moreLanguages: [],
      projects: projects.map((project) => ({ key: project })),
      tags: asKeys(tags),
      readiness: asKeys(readiness),
    },
  },
  media: [...pictures.values()],
  surveys: others
    .filter((other) => other.key !== key)
    .map((other) => ({ value: { key: other.key, ...(other.after !== null && { after: { survey: other.after } }) } })),
})

/** Answers refer to the keys of their question and options, whose meaning must not change. */
function checkAnswered(survey: SurveyPart, parts: readonly Part[], { published, answered }: SurveySurroundings): Problem[] {
  const before = (published?.stages ?? []).flatMap(({ content }) => content.pages.flatMap(({ questions }) => questions))
  return survey.stages.flatMap((stage) =>
    stageIn(parts, stage.key).pages.flatMap(({ questions }, page) =>
      questions.flatMap((question, at) => {
        const old = before.find(({ key }) => key === question.key)
        if (!old || !answered.some((each) => each.question === question.key)) return []
        const [file, field] = [`stage:${stage.key}`, `pages[${page}].questions[${at}]`]
        if (old.questionType !== question.questionType)
          return [
            { file, field: `${field}.questionType`, text: 'people have answered it in its old form; add a new question instead' },
          ]
        const removed = old.answerOptions.filter(({ key }) => !question.answerOptions.some((option) => option.key === key))
        if (removed.length === 0) return []
        return [{ file, field: `${field}.answerOptions`, text: 'people may have chosen the option that is gone; put it back' }]
      }),
    ),
  )
}

/** Stages are parts of their own. */
function placeOf({ part, path, text }: DraftProblem, survey: SurveyPart): DraftProblem {
  const [, at = '', rest = ''] = /^stages\[(\d+)\]\.(pages.*)$/.exec(path) ?? []
  const stage = at === '' ? undefined : survey.stages[Number(at)]
  return stage ? { part: `stage:${stage.key}`, path: rest, text } : { part, path, text }
}
