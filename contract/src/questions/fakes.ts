import { AnswerOption, Question } from './entities.ts'

/** An optional question, except for what a test overrides. */
export const makeQuestion = (changes: Partial<Question> = {}): Question =>
  Question.parse({
    key: 'question',
    order: 1,
    title: 'What did you try?',
    localeTitle: '',
    label: null,
    localeLabel: null,
    helpText: null,
    localeHelpText: null,
    mandatory: false,
    questionType: 'Text',
    disabled: false,
    answerOptions: [],
    scaleQuestionnaire: null,
    autocomplete: null,
    ...changes,
  })

/** An option without `isCorrect`, as before an answer is sent. */
export const makeOption = (key: string, changes: Partial<AnswerOption> = {}): AnswerOption =>
  AnswerOption.parse({
    key,
    label: `The ${key} one`,
    localeLabel: '',
    displayOrder: 1,
    helpText: null,
    localeHelpText: null,
    ...changes,
  })
