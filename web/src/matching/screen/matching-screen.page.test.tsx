import { getNextFacts } from '@saathi/contract/accounts/next-facts'
import { getProfile } from '@saathi/contract/accounts/calls'
import { listMatchScreens, type ScreenKey } from '@saathi/contract/content/screen-calls'
import { getMatchInfo, getMatchList, setMatchStatus } from '@saathi/contract/matching/calls'
import { listMyMentorshipSessions, markCelebrated } from '@saathi/contract/mentorship/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { chooseLessData } from '../../../test/data-light.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { makeFacts, makePartner } from '../../accounts/today/next.fake.ts'
import { personWith } from '../../mentorship/home/server.fake.ts'
import { member, mentorship, walkCard } from '../../mentorship/mentorship.fake.ts'
import { matchInfo } from '../choose/potential-matches.fake.tsx'
import { answerMatching, groupInfo, match, matchList, seeker, showMatching } from '../matching.fake.ts'

const image = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="40" height="24"/>'
const screenTexts = (key: ScreenKey, title: string, localeTitle = '') => ({
  key,
  title,
  localeTitle,
  description: `${title}, in a few days.`,
  localeDescription: localeTitle && `${localeTitle}।`,
  image,
})
const screensList = [
  screenTexts('finding_matches', 'We look for you'),
  screenTexts('potential_match', 'Somebody may fit'),
  screenTexts('awaiting_mentor_response', 'One answer is missing'),
  screenTexts('group_hold', 'The group comes together'),
]

async function openSocket() {
  await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
  FakeSocket.instances[0]?.open()
  return (event: unknown) => FakeSocket.instances[0]?.say(event)
}

beforeEach(() => page.viewport(1280, 900))

describe('the four screens', () => {
  test('leave out the programme’s picture in data saver mode', async () => {
    chooseLessData()
    answerMatching({ list: matchList({ screen: 1 }) })
    answer(listMatchScreens, { screensList })
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'We look for you' })).toBeVisible()
    expect([...document.querySelectorAll('main img')].filter((picture) => picture.getAttribute('src') === image)).toEqual([])
  })

  test.each([
    [1, 'We look for you'],
    [2, 'Somebody may fit'],
    [3, 'One answer is missing'],
    [4, 'The group comes together'],
  ])('[MAT-01] show the programme’s texts and picture on screen %i', async (screen, title) => {
    answerMatching({ list: matchList({ screen, matchTrackers: screen === 2 ? [match({ status: 'EXPIRED' })] : [] }) })
    answer(listMatchScreens, { screensList })
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.element(shown.getByText(`${title}, in a few days.`)).toBeVisible()
    expect(document.querySelector(`main img[src="${image.replaceAll('"', '\\"')}"]`)).not.toBeNull()
    expect(shown.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
  })

  test('[MAT-01] are in Hindi for Hindi readers', async () => {
    answerMatching()
    answer(listMatchScreens, { screensList: [screenTexts('finding_matches', 'We look for you', 'हम ढूँढ रहे हैं')] })
    const shown = await showMatching(seeker(), 'hi')
    await expect.element(shown.getByRole('heading', { level: 1, name: 'हम ढूँढ रहे हैं' })).toBeVisible()
    await expect.element(shown.getByRole('list', { name: 'मैचिंग के चरण' }).getByText('मैच की खोज, आप यहाँ हैं')).toBeVisible()
    expect(shown.getByText('We look for you').elements()).toEqual([])
  })

  test('tell a mentor who is not approved yet that the team is checking, and say nothing of a search', async () => {
    answerMatching({ list: matchList({ isMentor: true }) })
    const matching = { status: 'READY' as const, offers: 0, decideBy: null, awaitsApproval: true }
    answer(getNextFacts, makeFacts({ side: 'mentor', mentorship: 'use', survey: null, matching }))
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'Our team is checking your details' })).toBeVisible()
    await expect.element(shown.getByText(/We have been looking/)).not.toBeInTheDocument()
    expect(shown.getByText('We are looking for someone who fits you').elements()).toEqual([])
  })

  test.each([
    [1, false, 'We are looking for someone who fits you'],
    [2, true, 'Who would you like to guide?'],
    [2, false, 'Meet your possible mentors'],
    [3, false, 'We have asked your mentor'],
    [4, false, 'Your group is coming together'],
  ])('[MAT-01] show default texts on screen %i (mentor: %s) if the programme’s fail to load', async (screen, isMentor, title) => {
    answerMatching({ list: matchList({ screen, isMentor }) })
    answer(listMatchScreens, refuse('core.broken', 500))
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  test('show the waiting time on screen 1 and the chosen mentor on screen 3', async () => {
    const { data } = answerMatching({ list: matchList({ waitingSince: '2026-11-10T10:00:00+05:30' }) })
    const shown = await showMatching()
    await expect.element(shown.getByText('We have been looking since 10 Nov 2026.')).toBeVisible()
    const sendEvent = await openSocket()
    data.list = matchList({ screen: 3, matchTrackers: [match({ fullName: 'Priya Nair', interestStatus: 'INTERESTED' })] })
    sendEvent({ type: 'matching.changed' })
    await expect.element(shown.getByText('Waiting for Priya Nair’s answer')).toBeVisible()
  })

  test('[DAY-40] tell the mentor of a pair who would like them as a mentor', async () => {
    const farhan = match({ displayName: 'Farhan' })
    answerMatching({ list: matchList({ screen: 2, isMentor: true, matchTrackers: [farhan] }) })
    answer(listMatchScreens, { screensList })
    answer(getMatchInfo, matchInfo())
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'Farhan would like you as a mentor' })).toBeVisible()
    await expect.element(shown.getByText(/^Take your time: you can answer until \d/)).toBeVisible()
  })

  test('[DAY-43] name who can no longer be chosen, and why, once nobody is left', async () => {
    const gone = match({ fullName: 'Meera Iyer', status: 'EXPIRED', displayMessage: 'This mentor is no longer available.' })
    answerMatching({ list: matchList({ screen: 1, matchTrackers: [gone] }) })
    const shown = await showMatching()
    const ended = shown.getByRole('region', { name: 'No longer open' })
    await expect.element(ended.getByText('Meera Iyer This mentor is no longer available.')).toBeVisible()
  })

  test.each([1, 3, 4])('[MAT-01] offer a session on waiting screen %i while the hub is open', async (screen) => {
    answerMatching({ list: matchList({ screen }) })
    const shown = await showMatching()
    const link = shown.getByRole('main').getByRole('link', { name: 'Start a session' })
    await expect.element(link).toHaveAttribute('href', '/learninghub/curatedsession')
  })

  test('[MAT-01] offer no session while the hub is closed', async () => {
    answerMatching()
    const profile = seeker()
    const experiences = { ...profile.status.experiences, session: 'show' as const }
    const shown = await showMatching({ ...profile, status: { ...profile.status, experiences } })
    await expect.element(shown.getByText(/We have been looking since/)).toBeVisible()
    expect(shown.getByRole('link', { name: 'Start a session' }).elements()).toEqual([])
  })
})

describe('the side column', () => {
  test('[MAT-01] greets, and shows the three steps of a mentee', async () => {
    answerMatching({ list: matchList({ screen: 3 }) })
    const shown = await showMatching(seeker({ displayName: 'Farhan' }))
    const side = shown.getByRole('complementary', { name: 'Your way to a match' })
    await expect.element(side.getByText('Hello, Farhan')).toBeVisible()
    const steps = side.getByRole('list', { name: 'Matching steps' }).getByRole('listitem')
    await expect.element(steps.nth(2)).toHaveAttribute('aria-current', 'step')
    await expect.element(steps.nth(2).getByText('Awaiting response, you are here')).toBeVisible()
    await expect.element(steps.nth(0).getByText('Finding matches, done')).toBeVisible()
    expect(steps.elements()).toHaveLength(3)
  })

  test('[MAT-01] hides the third step from a mentor', async () => {
    answerMatching({ list: matchList({ isMentor: true }) })
    const shown = await showMatching()
    const steps = shown.getByRole('list', { name: 'Matching steps' }).getByRole('listitem')
    await expect.element(steps.nth(1).getByText('Potential matches, still to come')).toBeVisible()
    expect(steps.elements()).toHaveLength(2)
    expect(shown.getByText(/Awaiting response/).elements()).toEqual([])
  })

  test('[MAT-01] shows the steps in a row and the history on the smallest phone, without overflow', async () => {
    await page.viewport(360, 720)
    answerMatching({ list: matchList({ screen: 3, waitingSince: '2026-11-10T10:00:00+05:30' }) })
    const shown = await showMatching()
    const steps = shown.getByRole('list', { name: 'Matching steps' }).getByRole('listitem')
    await expect.element(steps.nth(2)).toBeVisible()
    const [first, last] = [steps.nth(0), steps.nth(2)].map((step) => step.element().getBoundingClientRect())
    expect(first?.top).toBe(last?.top)
    await expect.element(shown.getByRole('button', { name: 'View matching history' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  })
})

describe('the screen without matches', () => {
  test('shows that it is loading', async () => {
    answerMatching()
    answer(getMatchList, 'hang')
    const shown = await showMatching()
    await expect.element(shown.getByText('Checking how the search is going')).toBeInTheDocument()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'Mentorship' })).toBeInTheDocument()
  })

  test('shows an error if the list fails to load, and a retry loads it', async () => {
    answerMatching()
    answer(getMatchList, refuse('core.broken', 500))
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { name: 'We couldn’t check how the search is going' })).toBeVisible()
    answer(getMatchList, matchList())
    await shown.getByRole('button', { name: 'Try again' }).click()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'We are looking for someone who fits you' })).toBeVisible()
  })

  test('lists sessions started with an earlier partner', async () => {
    const { home } = answerMatching()
    home.mentorships = [mentorship({ id: 4, isActive: false, partners: [member({ userId: 9, userFullName: 'Ravi Kulkarni' })] })]
    answer(listMyMentorshipSessions, { sessions: [walkCard({ id: 31, title: 'Plan your week', mentorship: 4, isOpen: false })] })
    const shown = await showMatching()
    const earlier = shown.getByRole('region', { name: 'Your time with Ravi Kulkarni' })
    await expect.element(earlier.getByRole('link', { name: 'Plan your week' })).toBeVisible()
  })
})

describe('the celebration of a match', () => {
  test('[DAY-41] comes with the answer, also while the live connection is down', async () => {
    const farhan = match({ displayName: 'Farhan', fullName: 'Farhan Ali' })
    const { home } = answerMatching({ list: matchList({ screen: 2, isMentor: true, matchTrackers: [farhan] }) })
    answer(getMatchInfo, matchInfo())
    answer(markCelebrated, {})
    answer(setMatchStatus, () => {
      const partner = makePartner({ part: 'mentee', firstName: 'Farhan', isNew: true, hasWritten: false, choseEachOther: true })
      answer(getNextFacts, makeFacts({ mentorship: 'use', partners: [partner] }))
      home.mentorships = [mentorship({ id: 40, partners: [member({ userId: 9, userFullName: 'Farhan Ali' })] })]
      return { status: 'SUCCESS' as const }
    })
    const shown = await showMatching()
    const card = shown.getByRole('article', { name: 'Farhan Ali' })
    await card.getByRole('button', { name: 'Interested', exact: true }).click()
    await shown.getByRole('button', { name: /^Confirm/ }).click()
    await expect.element(shown.getByRole('dialog', { name: 'You and Farhan are a match!' })).toBeVisible()
  })
})

describe('a live event', () => {
  test('[MAT-01] changes the screen without a reload, and is announced', async () => {
    const { data } = answerMatching()
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'We are looking for someone who fits you' })).toBeVisible()
    const sendEvent = await openSocket()
    data.list = matchList({ screen: 3 })
    sendEvent({ type: 'matching.changed' })
    await expect.element(shown.getByRole('heading', { level: 1, name: 'We have asked your mentor' })).toBeVisible()
    await expect
      .element(shown.getByText('Matching is now at: Awaiting response').and(shown.getByRole('status')))
      .toBeInTheDocument()
  })

  test('moves a lost focus to the next screen', async () => {
    const { data } = answerMatching()
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'We are looking for someone who fits you' })).toBeVisible()
    const sendEvent = await openSocket()
    data.list = matchList({ screen: 3 })
    sendEvent({ type: 'matching.changed' })
    const heading = shown.getByRole('heading', { level: 1, name: 'We have asked your mentor' })
    await expect.element(heading).toBeVisible()
    await expect
      .poll(() => document.activeElement !== document.body && document.activeElement?.contains(heading.element()))
      .toBe(true)
    const history = shown.getByRole('button', { name: 'View matching history' }).element()
    if (history instanceof HTMLElement) history.focus()
    data.list = matchList()
    sendEvent({ type: 'matching.changed' })
    await expect.element(shown.getByRole('heading', { level: 1, name: 'We are looking for someone who fits you' })).toBeVisible()
    expect(document.activeElement).toBe(history)
  })

  test('removes a dissolved group from the screen', async () => {
    const inGroup = { userMatchType: '1toM', isMentor: false } as const
    const { data } = answerMatching({ list: matchList({ screen: 4, ...inGroup }), group: groupInfo({ actualSize: 2 }) })
    const shown = await showMatching()
    await expect.element(shown.getByText('Your group: 2 of 4 mentees')).toBeVisible()
    const sendEvent = await openSocket()
    data.list = matchList(inGroup)
    sendEvent({ type: 'matching.changed' })
    await expect.element(shown.getByRole('heading', { level: 1, name: 'We are looking for someone who fits you' })).toBeVisible()
    expect(shown.getByText('Your group: 2 of 4 mentees').elements()).toEqual([])
  })

  test('of a successful match does not show the search screen while the home is loading', async () => {
    const { data } = answerMatching({ list: matchList({ screen: 3 }) })
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'We have asked your mentor' })).toBeVisible()
    const sendEvent = await openSocket()
    answer(getProfile, 'hang')
    data.list = matchList({ screen: 1, waitingSince: null })
    sendEvent({ type: 'matching.changed' })
    await expect.poll(() => shown.getByText('We have asked your mentor').elements()).toEqual([])
    expect(shown.getByText('We are looking for someone who fits you').elements()).toEqual([])
    expect(shown.getByText(/Matching is now at/).elements()).toEqual([])
  })

  test('of a new mentorship shows it on the home', async () => {
    const { home } = answerMatching({ list: matchList({ screen: 3 }) })
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'We have asked your mentor' })).toBeVisible()
    const sendEvent = await openSocket()
    home.mentorships = [mentorship({ id: 41, startedAt: new Date().toISOString() })]
    answer(getProfile, personWith({ curriculum: 'use' }))
    sendEvent({ type: 'mentorship.changed', mentorship: 41 })
    sendEvent({ type: 'accounts.profile_changed' })
    await expect.element(shown.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
    expect(shown.getByText('We have asked your mentor').elements()).toEqual([])
  })
})

describe('a person with a mentorship who waits for another', () => {
  test('sees a note about matches above the home, with links there and back', async () => {
    const { home } = answerMatching({
      list: matchList({ screen: 2, isMentor: true, matchTrackers: [match({ status: 'EXPIRED' })] }),
    })
    home.mentorships = [mentorship({ part: 'mentor' })]
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
    await expect.element(shown.getByText('There are matches to look at.')).toBeVisible()
    await shown.getByRole('link', { name: 'Look at them' }).click()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'Who would you like to guide?' })).toBeVisible()
    expect(shown.pathNow()).toBe('/mentorship?matching=1')
    await shown.getByRole('link', { name: 'Back to Mentorship' }).click()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
  })

  test('sees a quiet note while there are no matches', async () => {
    const { home } = answerMatching()
    home.mentorships = [mentorship()]
    const shown = await showMatching()
    await expect.element(shown.getByText('We are looking for one more person for you.')).toBeVisible()
    await expect
      .element(shown.getByRole('link', { name: 'See how it’s going' }))
      .toHaveAttribute('href', '/mentorship?matching=1')
  })

  test('who has left the pool is redirected home from the matching address', async () => {
    const { home } = answerMatching()
    home.mentorships = [mentorship()]
    const shown = await showMatching(personWith({ curriculum: 'use' }), undefined, '/mentorship?matching=1')
    await expect.element(shown.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
    expect(shown.getByText('We are looking for one more person for you.').elements()).toEqual([])
  })
})
