import { isPhoneNumber } from '../accounts/phone.ts'
import { type Answer, type Question, type QuestionType, typeOf } from './entities.ts'
import { scaleOptions } from './scale.ts'

export type AnswerProblem =
  | 'fieldIsMandatory'
  | 'mustBeNumeric'
  | 'questions.notADate'
  | 'questions.notAPhoneNumber'
  | 'questions.notAnOption'
  | 'questions.tooLong'
  | 'questions.outOfRange'
  | 'questions.wrongKind'

export type ConvertedAnswer = { answer: Answer | undefined } | { problem: AnswerProblem }
type Convert = (question: Question, value: unknown) => ConvertedAnswer

const MAX_NUMBER = 1e12
export const TEXT_MAX_LENGTH = 500
export const TEXT_BOX_MAX_LENGTH = 5000
const PASSWORD_MAX_LENGTH = 200

const empty: ConvertedAnswer = { answer: undefined }
const problem = (code: AnswerProblem): ConvertedAnswer => ({ problem: code })
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Lone surrogates and NUL: nobody types them, and the database cannot store them. */
const isUnstorable = (value: string): boolean => value.includes('\0') || /\p{Surrogate}/u.test(value)

/** Text is stored as typed, except for surrounding space. */
const text =
  (maxLength: number): Convert =>
  (_question, value) => {
    if (typeof value !== 'string' || isUnstorable(value)) return problem('questions.wrongKind')
    const trimmed = value.trim()
    return trimmed.length > maxLength ? problem('questions.tooLong') : { answer: trimmed }
  }

/** Every character of a password counts, including surrounding space. */
const password: Convert = (_question, value) => {
  if (typeof value !== 'string') return problem('questions.wrongKind')
  return value.length > PASSWORD_MAX_LENGTH ? problem('questions.tooLong') : { answer: value }
}

/** Hindi keyboards have their own digits. */
const plainDigits = (text: string) => text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))

/** Digits, a minus and one point; forms only a program understands (1e3, 0x10, Infinity) are rejected. */
const number: Convert = (_question, value) => {
  const typed = typeof value === 'string' ? plainDigits(value.trim()) : value
  const isPlain = typeof typed === 'string' ? /^[-−]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/.test(typed) : typeof typed === 'number'
  const answer = typeof typed === 'string' ? Number(typed.replace('−', '-')) : typed
  if (!isPlain || typeof answer !== 'number' || !Number.isFinite(answer)) return problem('mustBeNumeric')
  return Math.abs(answer) > MAX_NUMBER ? problem('questions.outOfRange') : { answer }
}

/** A calendar day, never a moment: no time zone may move it to another day. */
const date: Convert = (_question, value) => {
  const [, year = '', month = '', day = ''] = (typeof value === 'string' && /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)) || []
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isReal =
    year !== '' && Number(year) >= 1000 && parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(day)
  return isReal ? { answer: `${year}-${month}-${day}` } : problem('questions.notADate')
}

const phone: Convert = (_question, value) => {
  if (typeof value !== 'string') return problem('questions.wrongKind')
  return isPhoneNumber(value) ? { answer: value } : problem('questions.notAPhoneNumber')
}

const hasOption = ({ answerOptions }: Question, key: unknown): key is string =>
  typeof key === 'string' && answerOptions.some((option) => option.key === key)

const single: Convert = (question, value) => (hasOption(question, value) ? { answer: value } : problem('questions.notAnOption'))

/** Each key once, in option order, so that the same choice is always the same answer. */
const several: Convert = (question, value) => {
  if (!Array.isArray(value)) return problem('questions.wrongKind')
  const keys: unknown[] = value
  if (!keys.every((key) => hasOption(question, key))) return problem('questions.notAnOption')
  return { answer: question.answerOptions.flatMap(({ key }) => (keys.includes(key) ? [key] : [])) }
}

const scale: Convert = (question, value) => {
  const step = typeof value === 'string' && /^-?\d{1,6}$/.test(value.trim()) ? Number(value) : value
  const isStep = typeof step === 'number' && (scaleOptions(question) ?? []).some(({ option }) => option === step)
  return isStep ? { answer: step } : problem('questions.notAnOption')
}

/** The file itself is sent separately; the answer only identifies it. */
const file: Convert = (_question, value) => (typeof value === 'string' ? { answer: value } : problem('questions.wrongKind'))

const converters: Readonly<Record<QuestionType, Convert>> = {
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
  AgreeabilityThreeOptions: scale,
  AgreeabilityFiveOptions: scale,
  AgreeabilitySevenScale: scale,
  AgreeabilityTenScale: scale,
  Scale: scale,
  ImageResponse: file,
  SingleImageUpload: file,
  Document: file,
}

/** The answer in its stored form; undefined for an empty one. 0 and false are answers. */
export function convertAnswer(question: Question, value: unknown): ConvertedAnswer {
  const type = typeOf(question)
  if (
    !type ||
    question.disabled ||
    (type === 'Password' ? value === '' || value === undefined || value === null : isEmpty(value))
  )
    return empty
  return converters[type](question, value)
}

type SubmittedValues = Readonly<Record<string, unknown>>
type CheckResult = { answers: Record<string, Answer>; problems: Record<string, AnswerProblem> }

/** A disabled question, or one of an unknown type, is never required. */
export const mustBeAnswered = (question: Question): boolean =>
  question.mandatory && !question.disabled && typeOf(question) !== undefined

/** A quiz is mandatory if one of its questions is. */
export const isMandatory = (questions: readonly Question[]): boolean => questions.some(mustBeAnswered)

export function checkAnswer(question: Question, value: unknown): AnswerProblem | undefined {
  const converted = convertAnswer(question, value)
  if ('problem' in converted) return converted.problem
  return converted.answer === undefined && mustBeAnswered(question) ? 'fieldIsMandatory' : undefined
}

/** Checks every question: returns the answers in stored form, and the problems by key. */
export function checkAnswers(questions: readonly Question[], submitted: SubmittedValues): CheckResult {
  const checked: CheckResult = { answers: {}, problems: {} }
  for (const question of questions) {
    const { key } = question
    const own = Object.hasOwn(submitted, key) ? submitted[key] : undefined
    const wrong = checkAnswer(question, own)
    if (wrong) checked.problems[key] = wrong
    const converted = convertAnswer(question, own)
    if ('answer' in converted && converted.answer !== undefined) checked.answers[key] = converted.answer
  }
  return checked
}
