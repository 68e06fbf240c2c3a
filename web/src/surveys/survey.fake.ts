import type { Profile } from '@saathi/contract/accounts/entities'
import type { Question } from '@saathi/contract/questions/entities'
import type { Stage, StagePage, StageQuestion, StageSummary, Survey, SurveyCard } from '@saathi/contract/surveys/entities'
import { makeOption, makeQuestion } from '#questions/question.fake.ts'
import { makeProfile } from '../../test/harness.tsx'

export const surveyCard = (changes: Partial<SurveyCard> = {}): SurveyCard => ({
  id: 1,
  name: 'About you and your goals',
  localeName: '',
  shortDescription: 'Tell us what you want to learn.',
  localeShortDescription: '',
  icon: null,
  status: 'NOT_STARTED',
  expPermission: 'use',
  minutes: 8,
  closesAt: '2026-11-20T12:00:00.000Z',
  isClosed: false,
  answeredQuestions: 0,
  totalQuestions: 11,
  ...changes,
})

export const stageSummary = (id: number, changes: Partial<StageSummary> = {}): StageSummary => ({
  id,
  name: `Stage ${id}`,
  localeName: '',
  description: `About stage ${id}`,
  localeDescription: '',
  status: 'NOT_STARTED',
  questionCount: 3,
  ...changes,
})

export const survey = (changes: Partial<Survey> = {}): Survey => ({
  ...surveyCard(),
  backgroundImage: null,
  stages: [stageSummary(11), stageSummary(12)],
  currentStageId: 11,
  stageStatus: 'NOT_STARTED',
  ...changes,
})

export const surveyQuestion = (key: string, changes: Partial<Question> = {}): Question =>
  makeQuestion({ key, title: `Title of ${key}`, ...changes })

export const goal = surveyQuestion('goal', { title: 'What is your goal?', mandatory: true })
export const hours = surveyQuestion('hours', { title: 'How many hours are you free?', questionType: 'Number', mandatory: true })
export const days = surveyQuestion('days', {
  title: 'Which is easier for you?',
  questionType: 'SingleChoiceRadio',
  answerOptions: [makeOption('weekdays', { label: 'Weekdays' }), makeOption('weekends', { label: 'Weekends' })],
})
export const paper = surveyQuestion('paper', { title: 'Add your resume', questionType: 'Document' })

const onPage = (question: Question, pageNumber: number, displayOrder: number): StageQuestion => ({
  ...question,
  pageNumber,
  displayOrder,
})

type Page = { title: string; questions: Question[] } & Partial<Omit<StagePage, 'questions'>>

const pageOf = ({ title, questions, ...changes }: Page, at: number): StagePage => ({
  title,
  localeTitle: '',
  description: null,
  localeDescription: null,
  questions: questions.map((question, place) => onPage(question, at + 1, place + 1)),
  ...changes,
})

const twoPages: Page[] = [
  { title: 'Your goals', questions: [goal, hours] },
  { title: 'Your time', questions: [days] },
]

export const stage = ({ pages = twoPages, ...changes }: Partial<Omit<Stage, 'pages'>> & { pages?: Page[] } = {}): Stage => ({
  id: 11,
  surveyId: 1,
  name: 'Goals',
  localeName: '',
  description: 'What you want.',
  localeDescription: '',
  backgroundImage: null,
  number: 1,
  total: 2,
  pages: pages.map(pageOf),
  ...changes,
})

type SurveyStatusChanges = Partial<Profile['status']['surveys'][number]>

/** A profile with these surveys, numbered from 1 and not started by default. */
export function personAsked(surveyChanges: SurveyStatusChanges[] = [{}], survey: 'use' | 'show' | 'off' = 'use'): Profile {
  const profile = makeProfile()
  const surveys = surveyChanges.map((changes, place) => ({
    surveyId: place + 1,
    surveyStatus: 'NOT_STARTED',
    expPermission: 'use' as const,
    ...changes,
  }))
  return { ...profile, status: { ...profile.status, surveys, experiences: { ...profile.status.experiences, survey } } }
}
