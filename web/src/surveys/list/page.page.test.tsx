import { listSurveys } from '@saathi/contract/surveys/calls'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refuse, showApp } from '../../../test/harness.tsx'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { personAsked, surveyCard } from '../survey.fake.ts'

const started = surveyCard({ id: 1, status: 'PARTIAL', answeredQuestions: 5 })
const fresh = surveyCard({ id: 2, name: 'Ready for work', minutes: 12, closesAt: '2026-12-02T12:00:00.000Z' })
const done = surveyCard({ id: 3, name: 'Welcome survey', status: 'COMPLETE on 2026-11-03T10:00:00.000Z' })
const missed = surveyCard({ id: 4, name: 'Too late', isClosed: true, closesAt: '2026-11-01T12:00:00.000Z' })
const locked = surveyCard({ id: 5, name: 'Not for you yet', expPermission: 'show' })

const showList = (path = '/surveylisting', profile = personAsked([{}, {}])) => showApp({ profile, path })

beforeEach(() => page.viewport(1280, 900))

describe('[SUR-01] the list of surveys', () => {
  test('groups them into pending and completed, with progress, minutes and days', async () => {
    answer(listSurveys, { surveys: [started, fresh, done] })
    const screen = await showList()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Surveys' })).toBeVisible()
    const pending = screen.getByRole('region', { name: 'Pending' })
    await expect.element(pending.getByText('2 surveys')).toBeInTheDocument()
    await expect.element(pending.getByText('8 min · by 20th Nov')).toBeVisible()
    await expect.element(pending.getByText('5 of 11', { exact: true })).toBeVisible()
    const progress = pending.getByRole('progressbar', { name: 'Questions answered in About you and your goals' })
    await expect.element(progress).toHaveAttribute('aria-valuetext', '5 of 11')
    await expect.element(pending.getByText('12 min · by 2nd Dec')).toBeVisible()
    await expect.element(pending.getByText('Not started')).toBeVisible()
    const completed = screen.getByRole('region', { name: 'Completed' })
    await expect.element(completed.getByText('Completed on 3rd Nov')).toBeVisible()
    await expect.element(completed.getByRole('link', { name: 'Welcome survey' })).toHaveAttribute('href', '/survey?survey=3')
  })

  test('links to a new survey, and directly to the current stage of a started one', async () => {
    answer(listSurveys, { surveys: [started, fresh] })
    const screen = await showList()
    const finish = screen.getByRole('link', { name: 'Finish: About you and your goals' })
    await expect.element(finish).toHaveAttribute('href', '/stage?survey=1')
    await expect.element(screen.getByRole('link', { name: 'Begin: Ready for work' })).toHaveAttribute('href', '/survey?survey=2')
  })

  test('shows only surveys in use', async () => {
    answer(listSurveys, { surveys: [fresh, locked] })
    const screen = await showList()
    await expect.element(screen.getByRole('heading', { name: 'Ready for work' })).toBeVisible()
    expect(screen.getByText('Not for you yet').elements()).toEqual([])
  })

  test.each([
    ['/surveylisting/pendingsurveys', 'Pending surveys', 'Ready for work', 'Welcome survey'],
    ['/surveylisting/completedsurveys', 'Completed surveys', 'Welcome survey', 'Ready for work'],
  ])('%s lists only its group', async (path, title, shown, hidden) => {
    answer(listSurveys, { surveys: [fresh, done, missed] })
    const screen = await showList(path)
    await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: shown })).toBeVisible()
    expect(screen.getByRole('heading', { name: hidden }).elements()).toEqual([])
    expect(screen.getByRole('heading', { name: 'Too late' }).elements()).toEqual([])
  })

  test('has a side menu with the count of each', async () => {
    answer(listSurveys, { surveys: [started, fresh, done, missed] })
    const screen = await showList()
    const menu = screen.getByRole('navigation', { name: 'Surveys' })
    await expect.element(menu.getByRole('link', { name: 'All surveys' })).toHaveAttribute('aria-current', 'page')
    await expect.element(menu.getByRole('link', { name: 'Pending 2' })).toHaveAttribute('href', '/surveylisting/pendingsurveys')
    await expect
      .element(menu.getByRole('link', { name: 'Completed 1' }))
      .toHaveAttribute('href', '/surveylisting/completedsurveys')
  })

  test('says when a survey closed before it was answered', async () => {
    answer(listSurveys, { surveys: [missed] })
    const screen = await showList()
    const closed = screen.getByRole('region', { name: 'Closed' })
    await expect.element(closed.getByText('Closed on 1st Nov')).toBeVisible()
    expect(screen.getByRole('link', { name: /Begin/ }).elements()).toEqual([])
  })

  test('is translated to Hindi, without English ordinals', async () => {
    answer(listSurveys, { surveys: [{ ...fresh, localeName: 'काम की तैयारी' }] })
    const screen = await showApp({ profile: personAsked(), path: '/surveylisting', language: 'hi' })
    await expect.element(screen.getByRole('heading', { name: 'काम की तैयारी' })).toBeVisible()
    await expect.element(screen.getByText(/12 मिनट · 2 दिस.* तक/)).toBeVisible()
  })
})

describe('an empty list', () => {
  test.each([
    ['/surveylisting', 'Nothing to answer yet'],
    ['/surveylisting/pendingsurveys', 'All answered'],
    ['/surveylisting/completedsurveys', 'Nothing completed yet'],
  ])('%s shows a text', async (path, title) => {
    answer(listSurveys, { surveys: [] })
    const screen = await showList(path)
    await expect.element(screen.getByRole('heading', { level: 2, name: title })).toBeVisible()
  })

  test.each(['show', 'off'] as const)('is a locked card when surveys are at %s, and requests nothing', async (flag) => {
    const screen = await showList('/surveylisting', personAsked([], flag))
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Surveys open a little later' })).toBeVisible()
  })

  test.each(['show', 'off'] as const)('shows answered surveys when surveys are at %s', async (flag) => {
    answer(listSurveys, { surveys: [{ ...done, expPermission: flag }] })
    const profile = personAsked([{ surveyId: 3, surveyStatus: done.status, expPermission: flag }], flag)
    const screen = await showList('/surveylisting', profile)
    const completed = screen.getByRole('region', { name: 'Completed' })
    await expect.element(completed.getByRole('link', { name: 'Welcome survey' })).toHaveAttribute('href', '/survey?survey=3')
  })

  test('is open to people with a survey to answer, regardless of the flag', async () => {
    answer(listSurveys, { surveys: [started, fresh] })
    const screen = await showList('/surveylisting', personAsked([{}, {}], 'show'))
    await expect.element(screen.getByRole('heading', { name: 'Ready for work' })).toBeVisible()
  })
})

describe('a failed list', () => {
  test('says so, and loads after a retry', async () => {
    answer(listSurveys, refuse('core.broken', 500))
    const screen = await showList()
    const failed = screen.getByRole('alert')
    await expect.element(failed.getByRole('heading', { name: 'We could not load your surveys' })).toBeVisible()
    answer(listSurveys, { surveys: [fresh] })
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Ready for work' })).toBeVisible()
  })

  test('shows that the device is offline', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    answer(listSurveys, 'network')
    const screen = await showList()
    await expect.element(screen.getByText('You are offline. It comes back with your connection.')).toBeVisible()
    onLine.mockRestore()
    window.dispatchEvent(new Event('online'))
  })
})

test('the list updates when a stage is submitted in another tab', async () => {
  answer(listSurveys, { surveys: [fresh] })
  const screen = await showList('/surveylisting', personAsked([{ surveyId: 2 }]))
  await expect.element(screen.getByText('Not started')).toBeVisible()
  answer(listSurveys, { surveys: [{ ...fresh, status: 'PARTIAL', answeredQuestions: 4 }] })
  await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
  const socket = FakeSocket.instances[0]
  socket?.open()
  socket?.say({ type: 'surveys.survey_changed', survey: 2 })
  await expect.element(screen.getByText('4 of 11', { exact: true })).toBeVisible()
})
