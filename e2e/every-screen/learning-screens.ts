import { readSession } from '../learner.ts'
import { dialog, headed, press, type Screen, text, type Tour, type Visit } from './tour.ts'

const STARTED = 'First salary, first plan'
const FINISHED = 'Know your strengths'

const introOf =
  (title: string) =>
  async ({ context, url }: Visit) =>
    `/session/sessionintroduction/${(await readSession(context, url, title)).id}`

/** The step of a session with this kind of content, otherwise the first. */
const stepOf =
  (title: string, kind?: string) =>
  async ({ context, url }: Visit) => {
    const { id, sessionSteps } = await readSession(context, url, title)
    const step = sessionSteps.find(({ content }) => content.some(({ contentType }) => contentType === kind)) ?? sessionSteps[0]
    return `/session/step?session=${id}&step=${step?.id}`
  }

const quizOf =
  (title: string, more = '') =>
  async ({ context, url }: Visit) => {
    const { id, sessionSteps } = await readSession(context, url, title)
    const step = sessionSteps.find(({ content }) => content.some(({ quiz }) => quiz !== null))
    const quiz = step?.content.find((item) => item.quiz)?.quiz
    return `/session/step/quiz/?session=${id}&step=${step?.id}&quiz=${quiz?.id}${more}`
  }

const article = (page: Parameters<Screen['shown']>[0]) => page.getByRole('article').first()

const hub: Screen[] = [
  { name: 'the hub', route: '/learninghub', shown: article, isZoomed: true },
  { name: 'all sessions', route: '/learninghub/allsession', shown: article, isZoomed: true },
  { name: 'curated sessions', route: '/learninghub/curatedsession', shown: article },
  { name: 'ongoing sessions', route: '/learninghub/ongoingsessions', shown: article },
  {
    name: 'bookmarked sessions',
    route: '/learninghub/bookmarkedsessions',
    shown: (page) => page.getByRole('heading', { level: 1 }),
  },
  { name: 'internships locked', route: '/internship', shown: text('3 of 5 sessions') },
  {
    name: 'introduction',
    route: '/session/sessionintroduction/$sessionId',
    at: introOf(STARTED),
    shown: headed(STARTED),
    isZoomed: true,
  },
  {
    name: 'introduction, more about it',
    route: '/session/sessionintroduction/$sessionId',
    at: introOf(STARTED),
    open: press(/^Read more about/),
    shown: dialog(STARTED),
  },
  {
    name: 'no such session',
    route: '/session/sessionintroduction/$sessionId',
    at: '/session/sessionintroduction/999999',
    shown: text('We could not find this session'),
  },
]

const session: Screen[] = [
  {
    name: 'step',
    route: '/session/step',
    at: stepOf(STARTED),
    shown: (page) => page.getByRole('button', { name: 'Next step' }),
    isZoomed: true,
  },
  {
    name: 'step with a picture',
    route: '/session/step',
    at: stepOf(FINISHED, 'IMAGE'),
    shown: (page) => page.locator('main img').first(),
  },
  {
    name: 'step with a video',
    route: '/session/step',
    at: stepOf(FINISHED, 'VIDEO'),
    shown: (page) => page.getByRole('button', { name: 'Next step' }),
  },
  {
    name: 'quiz',
    route: '/session/step/quiz',
    at: quizOf(STARTED),
    shown: (page) => page.getByRole('button', { name: /^(Next|Submit)$/ }),
    isZoomed: true,
  },
  {
    name: 'quiz, result',
    route: '/session/step/quiz',
    at: quizOf(FINISHED, '&view=result'),
    shown: (page) => page.getByText('Back to the step').first(),
  },
  {
    name: 'rating',
    route: '/session/step/sessionfeedback',
    at: async ({ context, url }) => `/session/step/sessionfeedback/?session=${(await readSession(context, url, FINISHED)).id}`,
    shown: headed('How was this session?'),
    isZoomed: true,
  },
]

const lightScreens: Screen[] = [
  {
    name: 'less data, step with a picture',
    route: '/session/step',
    at: stepOf(FINISHED, 'IMAGE'),
    shown: (page) => page.getByRole('button', { name: /^Show picture/ }).first(),
  },
  {
    name: 'less data, feed',
    keyboard: 'none',
    route: '/feed',
    shown: (page) => page.getByRole('button', { name: /^Show picture/ }).first(),
  },
]

export const learningTours: Tour[] = [
  { title: 'the hub of a mentee', as: 'asha', screens: hub },
  { title: 'a session', as: 'asha', screens: session },
  { title: 'with less data', as: 'asha', stored: { 'saathi.dataLight': 'on' }, screens: lightScreens },
  {
    title: 'the hub with everything locked',
    as: 'nothing-open',
    screens: [
      { name: 'the hub, locked', route: '/learninghub', shown: (page) => page.getByRole('main').getByRole('heading').first() },
      { name: 'internships, off', route: '/internship', shown: text('Internships open later') },
      { name: 'surveys, locked', route: '/surveylisting', shown: text('Surveys open a little later') },
      { name: 'chat, off', route: '/chat/messenger', shown: text('Chat is not open for you yet') },
    ],
  },
  {
    title: 'the hub with four sessions done',
    as: 'sunil',
    screens: [
      { name: 'redirected from the root address', route: '/', shown: article },
      {
        name: 'calendar callback without a request',
        route: '/calendar/callback',
        at: '/calendar/callback?code=a&state=google.not-begun',
        shown: article,
      },
    ],
  },
]
