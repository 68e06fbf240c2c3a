import { isPhoneNumber } from '../accounts/phone.ts'
import { type Answer, type Question, typeOf } from './entities.ts'
import { scaleOptions } from './scale.ts'
import { uploadRuleOf } from './upload-rules.ts'

export type AnswerProblem =
  | 'fieldIsMandatory'
  | 'mustBeNumeric'
  | 'questions.notADate'
  | 'questions.notAPhoneNumber'
  | 'questions.notAnOption'
  | 'questions.tooLong'
  | 'questions.outOfRange'
  | 'questions.wrongKind'

export type Converted = { answer: Answer | undefined } | { problem: AnswerProblem }
type Convert = (question: Question, given: unknown) => Converted

const MAX_NUMBER = 1e12
export const TEXT_MAX_LENGTH = 500
export const TEXT_BOX_MAX_LENGTH = 5000
const PASSWORD_MAX_LENGTH = 200

const empty: Converted = { answer: undefined }
const problem = (code: AnswerProblem): Converted => ({ problem: code })
const isEmpty = (given: unknown): boolean =>
  given === undefined ||
  given === null ||
  (typeof given === 'string' && given.trim() === '') ||
  (Array.isArray(given) && given.length === 0)

/** Half a letter or a NUL: nobody types them, and the database holds neither. */
const isUnstorable = (given: string): boolean => given.includes('\0') || /\p{Surrogate}/u.test(given)

/** Text is kept as it was typed, but for the space around it. */
const text =
  (maxLength: number): Convert =>
  (_question, given) => {
    if (typeof given !== 'string' || isUnstorable(given)) return problem('questions.wrongKind')
    const trimmed = given.trim()
    return trimmed.length > maxLength ? problem('questions.tooLong') : { answer: trimmed }
  }

/** Every character of a password counts, the space around it too. */
const password: Convert = (_question, given) => {
  if (typeof given !== 'string') return problem('questions.wrongKind')
  return given.length > PASSWORD_MAX_LENGTH ? problem('questions.tooLong') : { answer: given }
}

/** A Hindi keyboard has digits of its own. */
const plainDigits = (text: string) => text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))

/** Digits, a minus and one point; what a program understands besides (1e3, 0x10, Infinity) nobody types as a number. */
const number: Convert = (_question, given) => {
  const typed = typeof given === 'string' ? plainDigits(given.trim()) : given
  const isPlain = typeof typed === 'string' ? /^[-−]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/.test(typed) : typeof typed === 'number'
  const value = typeof typed === 'string' ? Number(typed.replace('−', '-')) : typed
  if (!isPlain || typeof value !== 'number' || !Number.isFinite(value)) return problem('mustBeNumeric')
  return Math.abs(value) > MAX_NUMBER ? problem('questions.outOfRange') : { answer: value }
}

/** A day of the calendar, never a moment: no time zone may move it to the day before. */
const date: Convert = (_question, given) => {
  const [, year = '', month = '', day = ''] = (typeof given === 'string' && /^(\d{4})-(\d{2})-(\d{2})$/.exec(given)) || []
  const read = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isReal =
    year !== '' && Number(year) >= 1000 && read.getUTCMonth() === Number(month) - 1 && read.getUTCDate() === Number(day)
  return isReal ? { answer: `${year}-${month}-${day}` } : problem('questions.notADate')
}

const phone: Convert = (_question, given) => {
  if (typeof given !== 'string') return problem('questions.wrongKind')
  return isPhoneNumber(given) ? { answer: given } : problem('questions.notAPhoneNumber')
}

const hasOption = ({ answerOptions }: Question, key: unknown): key is string =>
  typeof key === 'string' && answerOptions.some((option) => option.key === key)

const single: Convert = (question, given) => (hasOption(question, given) ? { answer: given } : problem('questions.notAnOption'))

/** Each key once, in the order of the options, so that the same choice is always the same answer. */
const several: Convert = (question, given) => {
  if (!Array.isArray(given)) return problem('questions.wrongKind')
  const keys: unknown[] = given
  if (!keys.every((key) => hasOption(question, key))) return problem('questions.notAnOption')
  return { answer: question.answerOptions.flatMap(({ key }) => (keys.includes(key) ? [key] : [])) }
}

const scale: Convert = (question, given) => {
  const value = typeof given === 'string' && /^-?\d{1,6}$/.test(given.trim()) ? Number(given) : given
  const isStep = typeof value === 'number' && (scaleOptions(question) ?? []).some(({ option }) => option === value)
  return isStep ? { answer: value } : problem('questions.notAnOption')
}

/** The file itself travels beside the answers; here stands which one. */
const file: Convert = (_question, given) => (typeof given === 'string' ? { answer: given } : problem('questions.wrongKind'))

const converters: Readonly<Record<string, Convert>> = {
  Text: text(TEXT_MAX_LENGTH),
  TextBox: text(TEXT_BOX_MAX_LENGTH),
  Password: password,
  Number: number,
  Date: date,
  PhoneNumber: phone,
  SingleChoiceRadio: single,
  SingleChoiceDropDown: single,
  SingleChoiceButton: single,
  MultiChoiceDropDown: several,
}

/** What was given, as it is kept; nothing for an empty answer. 0 and false are answers. */
export function convertAnswer(question: Question, given: unknown): Converted {
  const type = typeOf(question)
  if (
    !type ||
    question.disabled ||
    (type === 'Password' ? given === '' || given === undefined || given === null : isEmpty(given))
  )
    return empty
  if (uploadRuleOf(type)) return file(question, given)
  return (converters[type] ?? scale)(question, given)
}
