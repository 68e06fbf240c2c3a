import {
  StoredContent,
  type StoredItem,
  StoredQuiz,
  type Texts,
  type StoredQuestion,
  PlanCriteria,
  StoredStage,
  StoredSurvey,
} from '#content/public.ts'
import { writeStepMarkdown } from '../read/step-markdown.ts'
import type { WholeProgramme } from './store.ts'

type ExportNames = { baseLanguage: string; languages: readonly string[]; mediaNames: ReadonlyMap<string, string> }

/** The files of a session's newest version: one per step and language, and one per quiz. Paths are relative to the session. */
export function contentFiles(programme: WholeProgramme, versionId: number | null, names: ExportNames): Map<string, string> {
  const files = new Map<string, string>()
  for (const step of programme.steps.filter(({ version_id }) => version_id === versionId)) {
    const items = StoredContent.parse(step.content)
    for (const language of names.languages) {
      const suffix = language === names.baseLanguage ? '' : `.${language}`
      files.set(`steps/${step.key}${suffix}.md`, writeStepMarkdown(items.map((item) => itemIn(item, language, names))))
    }
  }
  for (const quiz of programme.quizzes.filter(({ version_id }) => version_id === versionId)) {
    files.set(`quizzes/${quiz.key}.json`, `${JSON.stringify(quizFile(StoredQuiz.parse(quiz.content), names), null, 2)}\n`)
  }
  return files
}

function itemIn(item: StoredItem, language: string, { mediaNames }: ExportNames) {
  const read = (texts: Texts | null) => (texts ? (texts.locales[language] ?? texts.text) : null)
  const picture = item.image && (item.image.locales[language] ?? item.image.picture)
  return {
    contentType: item.contentType,
    text: read(item.text),
    image: picture ? (mediaNames.get(picture.hash) ?? null) : null,
    url: read(item.url),
    quiz: item.quizKey,
    allowRetake: item.allowRetake,
  }
}

function quizFile({ helpText, questions }: StoredQuiz, { baseLanguage, languages }: ExportNames) {
  const texts = textsOf(baseLanguage, titleIn(baseLanguage, languages))
  return { ...maybeTexts('helpText', helpText, texts), questions: questions.map((question) => questionFile(question, texts)) }
}

/** Only the languages of the session's title are needed. */
export const titleIn = (baseLanguage: string, languages: readonly string[]): Texts => ({
  text: '',
  locales: Object.fromEntries(languages.flatMap((code) => (code === baseLanguage ? [] : [[code, '']]))),
})

type FromTexts = (stored: Texts) => Record<string, string>

/**
 * Converts the texts of a part to the form used in the folder, in the languages of its title. A translation that is missing, or
 * that nobody has renewed since the text changed, is the base text, as readers see it.
 */
export const textsOf =
  (baseLanguage: string, title: Texts | null): FromTexts =>
  ({ text, locales }) => ({
    [baseLanguage]: text,
    ...Object.fromEntries(
      Object.keys(title?.locales ?? {})
        .toSorted()
        .map((code) => [code, locales[code] ?? text]),
    ),
  })

/** Converts a text that defines its own languages, because it is not inside a titled part. */
export const ownTexts =
  (baseLanguage: string): FromTexts =>
  (stored) =>
    textsOf(baseLanguage, stored)(stored)

export const maybeTexts = (name: string, stored: Texts | null, texts: FromTexts) => (stored ? { [name]: texts(stored) } : {})

type Option = StoredQuestion['answerOptions'][number] & { tag?: string | null }

/** A question of a quiz, or of a survey with the tags of its options. */
function questionFile(question: Omit<StoredQuestion, 'answerOptions'> & { answerOptions: Option[] }, texts: FromTexts) {
  return {
    key: question.key,
    questionType: question.questionType,
    mandatory: question.mandatory,
    ...(question.disabled && { disabled: true }),
    title: texts(question.title),
    ...maybeTexts('label', question.label, texts),
    ...maybeTexts('helpText', question.helpText, texts),
    ...(question.autocomplete !== null && { autocomplete: question.autocomplete }),
    ...(question.answerOptions.length > 0 && {
      answerOptions: question.answerOptions.map(({ key, label, helpText, isCorrect, tag }) => ({
        key,
        label: texts(label),
        ...maybeTexts('helpText', helpText, texts),
        ...(isCorrect && { isCorrect }),
        ...(tag && { tag }),
      })),
    }),
    ...(question.scaleQuestionnaire && {
      scaleQuestionnaire: {
        sorting: question.scaleQuestionnaire.sorting,
        options: question.scaleQuestionnaire.options.map(({ option, label }) => ({ option, label: texts(label) })),
      },
    }),
  }
}

type Plans = Pick<WholeProgramme, 'matchPlans'>

/** Left out for a project without matching. */
export function matchingOf({ matchPlans }: Plans, projectId: number) {
  const plan = matchPlans.find(({ project_id }) => project_id === projectId)
  if (!plan) return {}
  return {
    matching: {
      criteria: PlanCriteria.parse(plan.criteria).map(({ key, strength }) => ({ key, strength })),
      expiryHours: plan.expiry_hours,
      places: plan.places,
      groupSize: plan.group_size,
      groupMinimum: plan.group_minimum,
      groupStartsInDays: plan.group_starts_in,
      shortlist: plan.shortlist,
      exposure: plan.exposure,
      needsReview: plan.needs_review,
      needsApproval: plan.needs_approval,
    },
  }
}

/** Each criterion's texts are written once, even if several projects use it. The options are in the surveys. */
export function criteriaOf({ matchPlans, baseLanguage }: Plans & Pick<WholeProgramme, 'baseLanguage'>) {
  const toTexts = ({ [baseLanguage]: text = '', ...locales }: Record<string, string>): Texts => ({ text, locales })
  const words = matchPlans
    .flatMap(({ criteria }) => PlanCriteria.parse(criteria))
    .map(({ key, strength: _strength, options: _options, name, helpText, alike, differs, ...rest }) => {
      const inAll = (texts: Record<string, string>) => textsOf(baseLanguage, toTexts(name))(toTexts(texts))
      const texts = { name: inAll(name), helpText: inAll(helpText), alike: inAll(alike), differs: inAll(differs) }
      return [key, { ...rest, ...texts }] as const
    })
  return words.length > 0 ? { criteria: Object.fromEntries([...new Map(words.toReversed())].toReversed()) } : {}
}

type Row = WholeProgramme['surveys'][number]

export function surveyFile(programme: WholeProgramme, survey: Row, mediaNames: ReadonlyMap<string, string>) {
  const { name, shortDescription } = StoredSurvey.parse(survey.content)
  const texts = textsOf(programme.baseLanguage, name)
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
