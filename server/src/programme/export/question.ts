import type { StoredQuestion, Texts } from '#content/public.ts'

export type FromTexts = (stored: Texts) => Record<string, string>

/** Converts a stored text to the form used in the folder. */
export const textsOf =
  (baseLanguage: string): FromTexts =>
  ({ text, locales }) => ({ [baseLanguage]: text, ...locales })

export const maybeTexts = (name: string, stored: Texts | null, texts: FromTexts) => (stored ? { [name]: texts(stored) } : {})

type Option = StoredQuestion['answerOptions'][number] & { tag?: string | null }

/** A question of a quiz, or of a survey with the tags of its options. */
export function questionFile(question: Omit<StoredQuestion, 'answerOptions'> & { answerOptions: Option[] }, texts: FromTexts) {
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
