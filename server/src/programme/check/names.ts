import type { SurveyFile, SurveyQuestionFile } from '../format/questionnaire.ts'
import type { Problem, Document } from '../problems.ts'
import type { Programme } from '../programme.ts'
import type { JsonPath } from '../read/json-lines.ts'

type Languages = { languages: readonly string[]; moreLanguages: readonly string[] }

/** The languages a part must have: those of the programme, and the further ones that its title has. */
export const languagesOf = ({ languages, moreLanguages }: Languages, title: Readonly<Record<string, string>> = {}): string[] => [
  ...languages,
  ...moreLanguages.filter((code) => Object.hasOwn(title, code)),
]

export function checkTexts(
  document: Document<unknown>,
  path: JsonPath,
  texts: Record<string, string>,
  languages: readonly string[],
): Problem[] {
  return [
    ...languages.flatMap((code) =>
      Object.hasOwn(texts, code) ? [] : [document.problemAt([...path, code], 'the translation is missing')],
    ),
    ...Object.keys(texts).flatMap((code) => checkKnown(document, [...path, code], code, languages, 'language of the programme')),
  ]
}

export function checkOptionalTexts(
  document: Document<unknown>,
  path: JsonPath,
  texts: Record<string, string> | undefined,
  languages: readonly string[],
): Problem[] {
  return texts ? checkTexts(document, path, texts, languages) : []
}

/** Reports a key that two files of the same kind use. */
export function checkUniqueKeys(documents: readonly Document<{ key: string }>[]): Problem[] {
  const seen = new Map<string, string>()
  return documents.flatMap((document) => {
    const { key } = document.value
    const first = seen.get(key)
    seen.set(key, document.file)
    return first ? [document.problemAt(['key'], `"${key}" is already the key of ${first}`)] : []
  })
}

export function checkUnique(document: Document<unknown>, entries: readonly (readonly [JsonPath, string])[]): Problem[] {
  const seen = new Set<string>()
  return entries.flatMap(([path, name]) => {
    if (seen.has(name)) return [document.problemAt(path, `"${name}" occurs twice`)]
    seen.add(name)
    return []
  })
}

export function checkKnown(
  document: Document<unknown>,
  path: JsonPath,
  name: string,
  known: readonly string[],
  noun: string,
): Problem[] {
  return known.includes(name) ? [] : [document.problemAt(path, `"${name}" is not a ${noun}`)]
}

export function checkKnownIfSet(
  document: Document<unknown>,
  path: JsonPath,
  name: string | undefined,
  known: readonly string[],
  noun: string,
): Problem[] {
  return name === undefined ? [] : checkKnown(document, path, name, known, noun)
}

type CriterionQuestion = { survey: SurveyFile; question: SurveyQuestionFile }

/** The survey questions that ask for a criterion. */
export const findCriterionQuestions = ({ surveys }: Pick<Programme, 'surveys'>, criterion: string): CriterionQuestion[] =>
  surveys.flatMap(({ value: survey }) =>
    survey.stages
      .flatMap(({ pages }) => pages.flatMap(({ questions }) => questions))
      .filter((question) => question.criterion === criterion)
      .map((question) => ({ survey, question })),
  )

/** The options in all languages. If two surveys ask for the criterion, the texts of the first count. */
export function optionsOf(programme: Pick<Programme, 'surveys'>, criterion: string): Record<string, Record<string, string>> {
  const options = findCriterionQuestions(programme, criterion).flatMap(({ question }) => question.answerOptions ?? [])
  return Object.fromEntries(options.toReversed().map(({ key, label }) => [key, label]))
}
