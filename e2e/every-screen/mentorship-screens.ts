import { readSession, authHeaders } from '../learner.ts'
import { calendarOf, dayIn, dayOf, formOf } from '../planner.ts'
import { dialog, headed, HERE, press, type Screen, text, type Tour, type Visit } from './tour.ts'

const OPEN = 'Ask, listen, say it back'
const DONE = 'Two stories'
const sessionPath =
  (title: string, rest: (steps: { step: number; quiz: number }) => string) =>
  async ({ context, url }: Visit) => {
    const { id, sessionSteps } = await readSession(context, url, title, 'mentorships')
    const quizStep = sessionSteps.find(({ content }) => content.some(({ quiz }) => quiz !== null))
    const quiz = quizStep?.content.find((item) => item.quiz)?.quiz?.id ?? 0
    return `/mentorship/${id}/${rest({ step: quizStep?.id ?? 0, quiz })}`
  }

async function partnerOf({ context, url }: Visit): Promise<string> {
  const headers = await authHeaders(context, url)
  const { mentorships } = await (await context.request.get(`${url}/api/v2/mentorships/`, { headers })).json()
  const me = (await (await context.request.get(`${url}/api/v2/users/profile/`, { headers })).json()).id
  const ids = [...JSON.stringify(mentorships).matchAll(/"user_id":(\d+)/g)].map(([, id]) => Number(id))
  return `/mentorship/partner/${ids.find((id) => id !== me)}`
}

const home: Screen[] = [
  {
    name: 'home',
    route: '/mentorship',
    shown: (page) => page.getByRole('link', { name: 'Ravi Kulkarni' }).first(),
    isZoomed: true,
  },
  {
    name: 'home, completed ones',
    route: '/mentorship',
    at: HERE,
    open: (page) => page.getByRole('tab', { name: 'Completed' }).click(),
    shown: (page) => page.getByRole('tabpanel').getByRole('link', { name: DONE }),
  },
  {
    name: 'proposing how often to meet',
    route: '/mentorship',
    open: press('Suggest a change'),
    shown: dialog('How often would you like to meet?'),
  },
  { name: 'partner', route: '/mentorship/partner/$userId', at: partnerOf, shown: headed('Ravi Kulkarni') },
  {
    name: 'asking the team for a change',
    route: '/mentorship/partner/$userId',
    at: HERE,
    open: press('Ask the team'),
    shown: dialog('Would you like something to change?'),
    isZoomed: true,
  },
  {
    name: 'introduction of a mentorship session',
    route: '/mentorship/$sessionId/sessionintro',
    at: sessionPath(OPEN, () => 'sessionintro'),
    shown: headed(OPEN),
  },
  {
    name: 'summary of a mentorship session',
    route: '/mentorship/$sessionId/summary',
    at: sessionPath(OPEN, () => 'summary'),
    shown: headed(OPEN),
  },
  {
    name: 'step of a mentorship session',
    route: '/mentorship/$sessionId/step/$stepId',
    at: sessionPath(OPEN, ({ step }) => `step/${step}`),
    shown: (page) => page.getByRole('button', { name: 'Next step' }),
    isZoomed: true,
  },
  {
    name: 'quiz of a mentorship session, result',
    route: '/mentorship/$sessionId/step/$stepId/quiz',
    at: sessionPath(DONE, ({ step, quiz }) => `step/${step}/quiz?quiz=${quiz}&view=result`),
    shown: (page) => page.getByText('Back to the step').first(),
  },
  {
    name: 'rating of a mentorship session',
    route: '/mentorship/$sessionId/step/sessionfeedback',
    at: sessionPath(DONE, () => 'step/sessionfeedback'),
    shown: headed('How was this session?'),
  },
]

const today = `/mentorship?calendar=${dayIn(0)}`
const openEventForm = (page: Parameters<Screen['shown']>[0]) =>
  calendarOf(page).getByRole('button', { name: 'Add event' }).click()

const calendar: Screen[] = [
  {
    name: 'calendar',
    route: '/mentorship',
    at: today,
    shown: (page) => dayOf(page).getByRole('article').first(),
  },
  {
    name: 'event form',
    route: '/mentorship',
    at: today,
    open: openEventForm,
    shown: (page) => formOf(page, 'Add event'),
    isZoomed: true,
  },
  {
    name: 'event form with faults',
    route: '/mentorship',
    at: HERE,
    open: (page) => formOf(page, 'Add event').getByRole('button', { name: 'Save event' }).click(),
    shown: text('This field is required'),
  },
  {
    name: 'event form, leave?',
    route: '/mentorship',
    at: HERE,
    open: async (page) => {
      await formOf(page, 'Add event').getByLabel('Title').fill('Half written')
      await page.keyboard.press('Escape')
    },
    shown: dialog('Leave without saving?'),
  },
  {
    name: 'event, delete?',
    route: '/mentorship',
    at: today,
    open: async (page) => {
      await dayOf(page)
        .getByRole('button', { name: /^Edit event: Listening/ })
        .click()
      await formOf(page, 'Edit event').getByRole('button', { name: 'DELETE' }).click()
    },
    shown: dialog('Delete this event?'),
  },
  {
    name: 'find a time',
    route: '/mentorship/time',
    at: '/mentorship/time',
    shown: headed('Find a time with Ravi'),
    isZoomed: true,
  },
  {
    name: 'find a time, all times',
    route: '/mentorship/time',
    at: HERE,
    open: press('See all times'),
    shown: (page) => page.getByRole('region', { name: 'All times' }),
  },
  {
    name: 'free hours',
    route: '/mentorship/time',
    at: HERE,
    open: press('Change my free hours'),
    shown: dialog('When are you usually free?'),
  },
  { name: 'calendar of Apple', route: '/mentorship', at: today, open: press('Connect Apple'), shown: dialog('Connect Apple') },
  { name: 'private address', route: '/mentorship', at: today, open: press('Calendar link'), shown: dialog('Calendar link') },
  {
    name: 'a calendar that is not offered',
    route: '/calendar/connect/$provider',
    at: '/calendar/connect/nobody',
    shown: text('We do not know this calendar'),
  },
]

/** A person for each state of the mentorship home. Visiting the page does not change the state. */
const states: [string, string | RegExp, Screen[]?][] = [
  ['tenzin', 'We are looking for someone who fits you'],
  [
    'farhan',
    'Meet the people who fit you',
    [
      {
        name: 'matches, one chosen',
        route: '/mentorship',
        at: HERE,
        open: (page) => page.getByRole('article').first().getByRole('button', { name: 'Interested', exact: true }).click(),
        shown: (page) => page.getByRole('button', { name: 'Interested', exact: true, pressed: true }),
        isZoomed: true,
      },
      {
        name: 'matching history',
        route: '/mentorship',
        open: press('View matching history'),
        shown: (page) => dialog('Matching history')(page).getByText('Matched'),
      },
    ],
  ],
  ['pooja', 'We asked your mentor'],
  ['gopal', 'Your group is coming together'],
  ['farida', 'Your group is coming together'],
  ['priya', /would like you as a mentor/],
  ['mentorship-locked', 'Mentorship opens soon'],
  ['mentorship-ended', 'Your mentorship has ended'],
]

const others: Tour[] = states.map(([name, title, more = []]) => ({
  title: `the home of ${name}`,
  as: name,
  screens: [
    { name: `home of ${name}`, route: '/mentorship', shown: (page) => page.getByRole('heading', { name: title }) },
    ...more,
  ],
}))

/** Reading it changes nothing: the check-in still waits for the next visit. */
const checkIn: Tour = {
  title: 'a check-in that waits',
  as: 'imran',
  screens: [
    {
      name: 'home with a check-in',
      route: '/mentorship',
      shown: (page) => page.getByRole('region', { name: 'How is it going in your group?' }),
    },
  ],
}

/** Somebody in a group who has asked the team, in Hindi. */
const request: Tour = {
  title: 'a request to the team',
  as: 'divya',
  screens: [
    {
      name: 'partner with a request',
      route: '/mentorship/partner/$userId',
      at: partnerOf,
      shown: (page) => page.getByRole('region', { name: 'टीम से आपका अनुरोध' }),
    },
  ],
}

/** Reached by the card on the home page. */
const farewellOf = async ({ context, url }: Visit): Promise<string> => {
  const headers = await authHeaders(context, url)
  const { mentorships } = await (await context.request.get(`${url}/api/v2/mentorships/`, { headers })).json()
  return `/mentorship/farewell/${mentorships[0].id}`
}

const farewells: Tour[] = [
  {
    title: 'a farewell under way',
    as: 'farewell-mentee',
    screens: [
      {
        name: 'home with a farewell',
        route: '/mentorship',
        shown: (page) => page.getByRole('link', { name: 'Open the farewell' }),
      },
      {
        name: 'farewell',
        route: '/mentorship/farewell/$mentorshipId',
        at: farewellOf,
        shown: headed('Time to say goodbye'),
        isZoomed: true,
      },
    ],
  },
  {
    title: 'a farewell that is over',
    as: 'mentorship-ended',
    screens: [
      {
        name: 'farewell, over',
        route: '/mentorship/farewell/$mentorshipId',
        at: farewellOf,
        shown: headed('Your time with Ravi Kulkarni'),
      },
    ],
  },
]

export const mentorshipTours: Tour[] = [
  ...farewells,
  checkIn,
  request,
  { title: 'the home of a pair', as: 'asha', screens: home },
  { title: 'the calendar', as: 'asha', screens: calendar },
  ...others,
  {
    title: 'a group mentor who chooses',
    as: 'harpreet',
    screens: [
      { name: 'matches of a group', route: '/mentorship', shown: (page) => page.getByText('Your group: 2 of 4 mentees') },
      {
        name: 'matches of a group, one does not fit',
        route: '/mentorship',
        at: HERE,
        open: (page) =>
          page.getByRole('article', { name: 'Salma Qureshi' }).getByRole('button', { name: 'Interested', exact: true }).click(),
        shown: (page) => page.getByText('Does not fit this group'),
        isZoomed: true,
      },
    ],
  },
  {
    title: 'the home of a group',
    as: 'meera',
    screens: [
      { name: 'home of a group', route: '/mentorship', shown: (page) => page.getByRole('heading', { name: /members$/ }) },
    ],
  },
]
