import { changeAnswer, getAnswers, getStage, getSurvey, listSurveys } from '@saathi/contract/surveys/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { storedFile } from '#questions/question.fake.ts'
import { chooseLessData } from '../../../test/data-light.ts'
import { answer, refuse, showApp } from '../../../test/harness.tsx'
import { answerSurvey } from '../survey-server.fake.ts'
import { days, goal, hours, paper, personAsked, stage, stageSummary, survey, surveyCard, surveyQuestion } from '../survey.fake.ts'

const completedAt = 'COMPLETE on 2026-11-03T10:00:00.000Z'
const complete = survey({
  status: completedAt,
  stages: [stageSummary(11, { status: 'COMPLETE' })],
  currentStageId: null,
  stageStatus: 'COMPLETE',
})
const half = survey({
  status: 'PARTIAL',
  stages: [stageSummary(11, { status: 'COMPLETE' }), stageSummary(12)],
  currentStageId: 12,
})

const showSurvey = (path = '/survey?survey=1', profile = personAsked()) => showApp({ profile, path })

/** A unique picture for each test, so that none is cached by the browser. */
const pictureOf = (name: string) => `/art-of-${name}.svg`
const wasFetched = (picture: string) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(picture))

beforeEach(async () => {
  await page.viewport(390, 844)
  // The browser's resource list is limited; clear it.
  performance.clearResourceTimings()
})

describe('the introduction of a survey', () => {
  test('[SUR-02] shows its description, duration, closing date and stages', async () => {
    answerSurvey({ survey: half })
    const screen = await showSurvey()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'About you and your goals' })).toBeVisible()
    await expect.element(screen.getByText('Tell us what you want to learn.')).toBeVisible()
    await expect.element(screen.getByText('8 min · by 20th Nov')).toBeVisible()
    const stages = screen.getByRole('region', { name: '2 parts' }).getByRole('listitem')
    await expect.element(stages.nth(0).getByText('Done', { exact: true })).toBeVisible()
    await expect.element(stages.nth(1).getByText('3 questions', { exact: true })).toBeVisible()
  })

  test('[SUR-01] is shown at / while it is the only open survey', async () => {
    answerSurvey()
    const screen = await showSurvey('/')
    await expect.element(screen.getByRole('heading', { level: 1, name: 'About you and your goals' })).toBeVisible()
    expect(screen.pathNow()).toBe('/survey')
    await screen.getByRole('button', { name: 'Begin' }).click()
    await expect.poll(screen.pathNow).toBe('/stage?survey=1&stage=11')
  })

  test('[SUR-02] starts a new survey', async () => {
    answerSurvey()
    const screen = await showSurvey()
    await screen.getByRole('button', { name: 'Begin' }).click()
    await expect.poll(screen.pathNow).toBe('/stage?survey=1&stage=11')
  })

  test('[SUR-02] continues a partly answered survey at its current stage', async () => {
    answerSurvey({ survey: half })
    const screen = await showSurvey()
    await screen.getByRole('button', { name: 'Finish' }).click()
    await expect.poll(screen.pathNow).toBe('/stage?survey=1&stage=12')
  })

  test('[SUR-02] is disabled once the survey is complete, and says so', async () => {
    answerSurvey({ survey: complete })
    const screen = await showSurvey()
    const button = screen.getByRole('button', { name: 'Completed' })
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button).toHaveAccessibleDescription('Thank you. You have answered this survey.')
    await expect.element(screen.getByText('Completed on 3rd Nov')).toBeVisible()
    await button.click({ force: true })
    expect(screen.pathNow()).toBe('/survey?survey=1')
  })

  test('is disabled once the survey has closed, and says so', async () => {
    answerSurvey({ survey: survey({ isClosed: true, closesAt: '2026-11-01T12:00:00.000Z' }) })
    const screen = await showSurvey()
    await expect.element(screen.getByText('This survey has closed and takes no more answers.')).toBeVisible()
    await expect.element(screen.getByText('Closed on 1st Nov')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Begin' })).toHaveAttribute('aria-disabled', 'true')
  })

  async function showAt(width: number) {
    await page.viewport(width, 844)
    const picture = pictureOf(`intro-${width}`)
    answerSurvey({ survey: survey({ backgroundImage: picture }) })
    const screen = await showSurvey()
    await expect.element(screen.getByRole('button', { name: 'Begin' })).toBeVisible()
    return { picture, shown: screen.container.querySelector(`img[src="${picture}"]`) }
  }

  test.each([1280, 801])('[SUR-02] at %i px its picture is behind it', async (width) => {
    const { picture, shown } = await showAt(width)
    expect(shown).not.toBeNull()
    await expect.poll(() => wasFetched(picture)).toBe(true)
  })

  test('[SUR-02] with data saving its picture is not fetched', async () => {
    chooseLessData()
    const { picture, shown } = await showAt(1281)
    expect(shown).toBeNull()
    expect(wasFetched(picture)).toBe(false)
  })

  test.each([800, 390])('[SUR-02] at %i px its picture is not fetched', async (width) => {
    const { picture, shown } = await showAt(width)
    expect(shown).toBeNull()
    expect(wasFetched(picture)).toBe(false)
  })
})

describe('[SUR-01] the survey to show', () => {
  test('comes from the history state', async () => {
    answerSurvey()
    const screen = await showApp({ profile: personAsked([{}, {}]), path: '/learninghub/unknown' })
    const state: Record<string, unknown> = { surveyId: 1 }
    await screen.router.navigate({ to: '/survey', state })
    await expect.element(screen.getByRole('heading', { level: 1, name: 'About you and your goals' })).toBeVisible()
  })

  test('without history state is the only open one', async () => {
    answerSurvey()
    const screen = await showSurvey('/survey', personAsked([{}, { surveyStatus: completedAt }]))
    await expect.element(screen.getByRole('heading', { level: 1, name: 'About you and your goals' })).toBeVisible()
  })

  test('is the list if several are open', async () => {
    answer(listSurveys, { surveys: [surveyCard()] })
    const screen = await showSurvey('/survey', personAsked([{}, {}]))
    await expect.poll(screen.pathNow).toBe('/surveylisting')
  })

  test('is a locked card if it is not open to the reader', async () => {
    answer(getSurvey, refuse('surveys.not_yours', 403))
    const screen = await showSurvey()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Surveys open a little later' })).toBeVisible()
  })

  test('is a locked card if the flag is only "show"', async () => {
    answerSurvey({ survey: survey({ expPermission: 'show' }) })
    const screen = await showSurvey()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Surveys open a little later' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Begin' }).elements()).toEqual([])
  })

  test('stays readable once answered, even if the flag is only "show"', async () => {
    answerSurvey({ survey: { ...complete, expPermission: 'show' } })
    const screen = await showSurvey()
    await expect.element(screen.getByRole('button', { name: 'Completed' })).toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByRole('link', { name: 'Review answers' })).toBeVisible()
  })

  test('that no longer exists shows a link back to the list', async () => {
    answer(getSurvey, refuse('surveys.not_found', 404))
    const screen = await showSurvey()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'We could not find this survey' })).toBeVisible()
    const main = screen.getByRole('main')
    await expect.element(main.getByRole('link', { name: 'All surveys' })).toHaveAttribute('href', '/surveylisting')
  })

  test('that fails to load can be retried', async () => {
    answer(getSurvey, 'network')
    const screen = await showSurvey()
    await expect.element(screen.getByRole('heading', { name: 'We could not load this survey' })).toBeVisible()
    answerSurvey()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('button', { name: 'Begin' })).toBeVisible()
  })
})

describe('the answers of a completed survey', () => {
  const secret = surveyQuestion('secret', { title: 'A word only you know', questionType: 'Password' })
  const answeredAt = '2026-11-03T09:00:00.000Z'

  test('can be read again, with a line on who can correct them', async () => {
    answerSurvey({
      survey: complete,
      stages: [stage({ total: 1, pages: [{ title: 'All', questions: [goal, days, paper, secret, surveyQuestion('open')] }] })],
      answered: [
        { questionKey: 'goal', answer: 'A first job', answeredAt },
        { questionKey: 'days', answer: 'weekends', answeredAt },
        { questionKey: 'paper', answer: storedFile, answeredAt },
        { questionKey: 'secret', answer: true, answeredAt },
      ],
    })
    const screen = await showSurvey()
    await screen.getByRole('link', { name: 'Review answers' }).click()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Your answers' })).toBeVisible()
    await expect.element(screen.getByText(/the team can correct them for you/)).toBeVisible()
    await expect.element(screen.getByText('A first job')).toBeVisible()
    await expect.element(screen.getByText('Weekends')).toBeVisible()
    await expect.element(screen.getByRole('link', { name: storedFile.name })).toHaveAttribute('href', storedFile.url)
    await expect.element(screen.getByText('Answered, and kept private')).toBeVisible()
    await expect.element(screen.getByText('Not answered')).toBeVisible()
    expect(screen.getByRole('main').getByRole('textbox').elements()).toEqual([])
    await screen.getByRole('link', { name: 'Close your answers' }).click()
    await expect.poll(screen.pathNow).toBe('/survey?survey=1')
  })

  test('can be changed where the server allows it, and the new one is shown', async () => {
    answerSurvey({
      survey: complete,
      stages: [stage({ total: 1, pages: [{ title: 'All', questions: [goal, hours, days] }] })],
      answered: [
        { questionKey: 'goal', answer: 'A first job', answeredAt },
        { questionKey: 'hours', answer: 2, answeredAt },
      ],
      changeable: ['hours', 'days'],
    })
    const screen = await showSurvey('/survey?survey=1&view=answers')
    const change = (name: string) => screen.getByRole('button', { name: `Change your answer: ${name}` })
    await expect.element(change(hours.title)).toBeVisible()
    expect(change(goal.title).elements()).toEqual([])
    await change(hours.title).click()
    const dialog = screen.getByRole('dialog', { name: 'Change your answer' })
    const field = dialog.getByRole('textbox', { name: hours.title })
    await expect.element(field).toHaveValue('2')
    const { inputs } = answer(changeAnswer, {
      stage: 11,
      answers: [{ questionKey: 'hours', answer: 6, answeredAt }],
      changeable: ['hours'],
    })
    await field.fill('many')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Must be a number')
    await field.fill('6')
    answer(getAnswers, {
      survey: 1,
      stages: [{ stage: 11, answers: [{ questionKey: 'hours', answer: 6, answeredAt }], changeable: ['hours'] }],
      answers: [],
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(inputs).toEqual([{ body: { survey: 1, stage: 11, questionKey: 'hours', answer: '6' } }])
    await expect.element(screen.getByRole('definition').filter({ hasText: '6' })).toBeVisible()
    await expect.element(change(hours.title)).toHaveFocus()
  })

  test('stay unchanged when a change is refused, with the reason', async () => {
    answerSurvey({
      survey: complete,
      stages: [stage({ total: 1, pages: [{ title: 'All', questions: [days] }] })],
      answered: [{ questionKey: 'days', answer: 'weekends', answeredAt }],
      changeable: ['days'],
    })
    const screen = await showSurvey('/survey?survey=1&view=answers')
    await screen.getByRole('button', { name: /^Change your answer/ }).click()
    const dialog = screen.getByRole('dialog', { name: 'Change your answer' })
    await dialog.getByRole('radio', { name: 'Weekdays' }).click()
    answer(changeAnswer, 'network')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('We could not reach Saathi.')
    await expect.element(dialog.getByRole('radio', { name: 'Weekdays' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(screen.getByText('Weekends')).toBeVisible()
  })

  test('can be retried when they fail to load', async () => {
    answer(getSurvey, complete)
    answer(getStage, stage())
    answer(getAnswers, refuse('core.broken', 500))
    const screen = await showSurvey('/survey?survey=1&view=answers')
    await expect.element(screen.getByRole('heading', { name: 'We could not load your answers' })).toBeVisible()
    answer(getAnswers, { survey: 1, stages: [{ stage: 11, answers: [] }], answers: [] })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('Not answered').first()).toBeVisible()
  })
})
