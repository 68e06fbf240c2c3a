import type { AnswerOption, Question, QuestionType } from '@saathi/contract/questions/entities'
import { useState } from 'react'
import { Card } from '#core/ui/card.tsx'
import { KitPage } from '#core/ui/kit/page.tsx'
import { type Draft, type Problem, QuestionField, UploadProgress } from '#questions/public.ts'
import css from './kit-questions.module.css'

export function KitWithDomains() {
  return (
    <KitPage>
      <KitQuestions />
    </KitPage>
  )
}

const nothing = { localeTitle: '', label: null, localeLabel: null, helpText: null, localeHelpText: null }
const plain = { ...nothing, mandatory: false, disabled: false, answerOptions: [], scaleQuestionnaire: null, autocomplete: null }

function makeQuestion(
  order: number,
  questionType: QuestionType | 'Hologram',
  title: string,
  changes: Partial<Question> = {},
): Question {
  return { ...plain, key: `q-${order}`, order, questionType, title, ...changes }
}

const options = (...labels: string[]): AnswerOption[] =>
  labels.map((label, place) => ({
    key: `o-${place + 1}`,
    label,
    localeLabel: '',
    displayOrder: place,
    helpText: null,
    localeHelpText: null,
  }))

const ways = options(
  'That you need to hurry',
  'That the room is safe',
  'That you should speak louder',
  'Nothing, it only fills time',
)
const goals = options('First job', 'Higher studies', 'Speaking English', 'Starting a business')
const languages = options(
  'Assamese',
  'Bengali',
  'Gujarati',
  'Hindi',
  'Kannada',
  'Malayalam',
  'Marathi',
  'Odia',
  'Punjabi',
  'Tamil',
)
const stars = { sorting: 'descending' as const, options: [1, 2, 3, 4].map((option) => ({ option, label: '', localeLabel: '' })) }

const questions: readonly Question[] = [
  makeQuestion(1, 'Text', 'Give one of your moments a short name.', {
    label: 'Name of the moment',
    helpText: 'For example: the mixer.',
  }),
  makeQuestion(2, 'TextBox', 'What did you do next?', { mandatory: true }),
  makeQuestion(3, 'Number', 'How many hours a week are you free?', { mandatory: true }),
  makeQuestion(4, 'Date', 'When do you begin?'),
  makeQuestion(5, 'PhoneNumber', 'Where can your mentor call you?'),
  makeQuestion(6, 'Password', 'Make up a strong password.', { helpText: 'Not one that you use.' }),
  makeQuestion(7, 'SingleChoiceRadio', 'What does a longer breath out tell your body?', {
    mandatory: true,
    helpText: 'Choose one answer. You can change it before you submit.',
    answerOptions: ways,
  }),
  makeQuestion(8, 'SingleChoiceButton', 'Which is easier for you?', { answerOptions: options('Weekdays', 'Weekends', 'Both') }),
  makeQuestion(9, 'SingleChoiceDropDown', 'What brings you here?', { answerOptions: goals }),
  makeQuestion(10, 'SingleChoiceDropDown', 'Which language do you speak at home?', {
    answerOptions: languages,
    autocomplete: 'on',
  }),
  makeQuestion(11, 'MultiChoiceDropDown', 'What would you like a mentor to help with?', {
    mandatory: true,
    answerOptions: goals,
  }),
  makeQuestion(12, 'MultiChoiceDropDown', 'Which languages do you understand?', { answerOptions: languages }),
  makeQuestion(13, 'AgreeabilityThreeOptions', 'I know whom to ask.'),
  makeQuestion(14, 'AgreeabilityFiveOptions', 'I feel ready to try this with one person I trust.', {
    helpText: 'There is no wrong answer.',
  }),
  makeQuestion(15, 'AgreeabilitySevenScale', 'My week went as I planned.'),
  makeQuestion(16, 'AgreeabilityTenScale', 'I would tell a friend about this session.'),
  makeQuestion(17, 'Scale', 'How sure are you?', { scaleQuestionnaire: stars }),
  makeQuestion(18, 'ImageResponse', 'Show the place where you learn.', { mandatory: true }),
  makeQuestion(19, 'SingleImageUpload', 'Add a picture of your certificate.'),
  makeQuestion(20, 'Document', 'Add your résumé, if you have one.', { label: 'Your résumé' }),
  makeQuestion(21, 'Text', 'Your programme', { disabled: true }),
  makeQuestion(22, 'SingleChoiceButton', 'Your group', { disabled: true, answerOptions: options('Morning', 'Evening') }),
  makeQuestion(23, 'AgreeabilityFiveOptions', 'I like to begin.', { disabled: true }),
  makeQuestion(24, 'Document', 'Your letter', { disabled: true }),
  makeQuestion(25, 'Hologram', 'A question from the day after tomorrow'),
]

const letter = {
  id: '0b8f8a34-5a0e-4f5e-9a3f-0a3d8f3a1b07',
  name: 'letter-of-admission.pdf',
  type: 'application/pdf',
  size: 120_000,
  url: '#main',
  expiresAt: '2026-11-14T07:00:00.000Z',
}
const before: Draft = {
  'q-3': 'two',
  'q-7': 'o-2',
  'q-8': 'o-1',
  'q-11': ['o-1', 'o-3'],
  'q-12': ['o-4', 'o-7'],
  'q-14': 4,
  'q-15': 6,
  'q-20': letter,
  'q-21': 'First steps',
  'q-22': 'o-2',
  'q-23': 2,
  'q-24': letter,
}
const problems: Readonly<Record<string, Problem>> = {
  'q-2': 'fieldIsMandatory',
  'q-3': 'mustBeNumeric',
  'q-18': 'questions.onlyJpgPng',
}

function KitQuestions() {
  const [draft, setDraft] = useState(before)
  return (
    <>
      <h2>Questions</h2>
      <div className={css.questions}>
        {questions.map((question) => (
          <Card key={question.key}>
            <QuestionField
              question={question}
              value={draft[question.key]}
              problem={problems[question.key]}
              onChange={(value) => setDraft({ ...draft, [question.key]: value })}
            />
          </Card>
        ))}
        <UploadProgress fraction={0.64} onCancel={() => {}} />
      </div>
    </>
  )
}
