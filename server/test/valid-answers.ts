import type { Answer, Question } from '@saathi/contract/questions/entities'

/** A password that is strong enough for an account and for a question of type Password. */
export const PASSWORD = 'Teal-Lantern-92'

export const answersTo = (questions: readonly Question[]): Record<string, Answer> =>
  Object.fromEntries(questions.flatMap((question) => answerTo(question) ?? []))

/** A valid answer of each type. Files are not sent, so a question that needs one must be optional here. */
function answerTo({ key, questionType, answerOptions, scaleQuestionnaire }: Question): [[string, Answer]] | null {
  const [option] = answerOptions
  if (questionType === 'MultiChoiceDropDown') return option ? [[key, [option.key]]] : null
  if (option) return [[key, option.key]]
  const [level] = scaleQuestionnaire?.options ?? []
  if (level) return [[key, level.option]]
  if (questionType.startsWith('Agreeability')) return [[key, 3]]
  const plain: Readonly<Record<string, Answer>> = {
    Text: 'Words',
    TextBox: 'A few words',
    Number: 3,
    Date: '2004-05-06',
    PhoneNumber: '919800000099',
    Password: PASSWORD,
  }
  const answer = plain[questionType]
  return answer === undefined ? null : [[key, answer]]
}
