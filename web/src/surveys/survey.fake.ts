import type { Profile } from '@saathi/contract/accounts/entities'
import type { Question } from '@saathi/contract/questions/entities'
import type { Stage, StagePage, StageQuestion, StageSummary, Survey, SurveyCard } from '@saathi/contract/surveys/entities'
import { makeOption, makeQuestion } from '#questions/question.fake.ts'
import { makeProfile } from '../../test/harness.tsx'

export const surveyCard = (given: Partial<SurveyCard> = {}): SurveyCard => ({
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
  ...given,
})

export const stageSummary = (id: number, given: Partial<StageSummary> = {}): StageSummary => ({
  id,
  name: `Stage ${id}`,
  localeName: '',
  description: `About stage ${id}`,
  localeDescription: '',
  status: 'NOT_STARTED',
  questionCount: 3,
  ...given,
})

export const survey = (given: Partial<Survey> = {}): Survey => ({
  ...surveyCard(),
  backgroundImage: null,
  stages: [stageSummary(11), stageSummary(12)],
  currentStageId: 11,
  stageStatus: 'NOT_STARTED',
  ...given,
})

export const asked = (key: string, given: Partial<Question> = {}): Question =>
  makeQuestion({ key, title: `Title of ${key}`, ...given })

export const goal = asked('goal', { title: 'What is your goal?', mandatory: true })
export const hours = asked('hours', { title: 'How many hours are you free?', questionType: 'Number', mandatory: true })
export const days = asked('days', {
  title: 'Which is easier for you?',
  questionType: 'SingleChoiceRadio',
  answerOptions: [makeOption('weekdays', { label: 'Weekdays' }), makeOption('weekends', { label: 'Weekends' })],
})
export const paper = asked('paper', { title: 'Add your resume', questionType: 'Document' })

const onPage = (question: Question, pageNumber: number, displayOrder: number): StageQuestion => ({
  ...question,
  pageNumber,
  displayOrder,
})

type Page = { title: string; questions: Question[] } & Partial<Omit<StagePage, 'questions'>>

const pageOf = ({ title, questions, ...given }: Page, at: number): StagePage => ({
  title,
  localeTitle: '',
  description: null,
  localeDescription: null,
  questions: questions.map((question, place) => onPage(question, at + 1, place + 1)),
  ...given,
})

const twoPages: Page[] = [
  { title: 'Your goals', questions: [goal, hours] },
  { title: 'Your time', questions: [days] },
]

export const stage = ({ pages = twoPages, ...given }: Partial<Omit<Stage, 'pages'>> & { pages?: Page[] } = {}): Stage => ({
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
  ...given,
})

type Standing = Partial<Profile['status']['surveys'][number]>

/** Someone who is asked these surveys; the first is survey 1, and none is answered unless it says so. */
export function personAsked(standings: Standing[] = [{}], survey: 'use' | 'show' | 'off' = 'use'): Profile {
  const profile = makeProfile()
  const surveys = standings.map((given, place) => ({
    surveyId: place + 1,
    surveyStatus: 'NOT_STARTED',
    expPermission: 'use' as const,
    ...given,
  }))
  return { ...profile, status: { ...profile.status, surveys, experiences: { ...profile.status.experiences, survey } } }
}
