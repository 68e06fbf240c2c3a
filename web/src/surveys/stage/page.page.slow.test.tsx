import { getAnswers, getStage, listSurveys } from '@saathi/contract/surveys/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { doubleTap, fingerOn } from '../../../test/finger.ts'
import { answer, refuse, showApp } from '../../../test/harness.tsx'
import { afterSending, answerSurvey, oneStage, showStage, stagePath } from '../survey-server.fake.ts'
import { surveyQuestion, days, goal, hours, personAsked, stage, stageSummary, survey } from '../survey.fake.ts'

type Screen = Awaited<ReturnType<typeof showStage>>

const answeredAt = '2026-11-03T09:00:00.000Z'
const title = (screen: Screen, name: string) => screen.getByRole('heading', { level: 1, name })
const button = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true })

async function fillFirstPage(screen: Screen) {
  await screen.getByRole('textbox', { name: goal.title }).fill('A first job')
  await screen.getByRole('textbox', { name: hours.title }).fill('4')
}

beforeEach(() => page.viewport(390, 844))

describe('[SUR-03] the pages of a stage', () => {
  test('go forward with Continue, back to the first, and submit on the last', async () => {
    const { profile } = answerSurvey()
    const screen = await showStage(profile)
    await expect.element(title(screen, 'Your goals')).toHaveFocus()
    await expect.element(screen.getByText('Part 1 of 2 · Goals')).toBeVisible()
    const progress = screen.getByRole('progressbar', { name: 'Progress in this part' })
    await expect.element(progress).toHaveAttribute('aria-valuetext', 'Page 1 of 2')
    await expect.element(button(screen, 'Previous')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByText('Questions with * need an answer.')).toBeVisible()
    await fillFirstPage(screen)
    await button(screen, 'Continue').click()
    await expect.element(title(screen, 'Your time')).toHaveFocus()
    await expect.element(screen.getByText('2 of 2', { exact: true })).toBeVisible()
    await expect.element(button(screen, 'Submit')).toBeVisible()
    expect(button(screen, 'Continue').elements()).toEqual([])
    await button(screen, 'Previous').click()
    await expect.element(title(screen, 'Your goals')).toHaveFocus()
    await expect.element(screen.getByRole('textbox', { name: goal.title })).toHaveValue('A first job')
    await button(screen, 'Previous').click({ force: true })
    await expect.element(title(screen, 'Your goals')).toBeVisible()
  })

  test('turn once for a double tap, and again for a later tap', async () => {
    const pages = ['One', 'Two', 'Three'].map((name) => ({ title: name, questions: [surveyQuestion(name.toLowerCase())] }))
    const { profile } = answerSurvey({ stages: [stage({ pages })] })
    const screen = await showStage(profile)
    await expect.element(title(screen, 'One')).toHaveFocus()
    await doubleTap(button(screen, 'Continue').element())
    await expect.element(title(screen, 'Two')).toBeVisible()
    await fingerOn(button(screen, 'Continue').element())(10)
    await expect.element(title(screen, 'Three')).toHaveFocus()
  })

  test('can be used by keyboard alone', async () => {
    const { profile } = answerSurvey()
    const screen = await showStage(profile)
    await expect.element(title(screen, 'Your goals')).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('A first job')
    await userEvent.tab()
    await userEvent.keyboard('4{Enter}')
    await expect.element(title(screen, 'Your time')).toHaveFocus()
  })

  test('follow the order of the questions', async () => {
    const turned = stage().pages.map((each) => ({ ...each, questions: each.questions.toReversed() }))
    const { profile } = answerSurvey({ stages: [{ ...stage(), pages: turned }] })
    const screen = await showStage(profile)
    await expect.element(screen.getByRole('textbox').first()).toHaveAccessibleName(goal.title)
  })

  test('have the survey’s picture behind them only above 800 px', async () => {
    const { profile } = answerSurvey({ survey: survey({ backgroundImage: '/art-of-a-stage.svg' }) })
    const screen = await showStage(profile)
    await expect.element(title(screen, 'Your goals')).toBeVisible()
    expect(screen.container.querySelector('img[src="/art-of-a-stage.svg"]')).toBeNull()
    await page.viewport(1280, 900)
    await expect.poll(() => screen.container.querySelector('img[src="/art-of-a-stage.svg"]')).not.toBeNull()
  })
})

describe('[SUR-05] an incomplete page', () => {
  test('marks all missing answers, focuses the first, and stays', async () => {
    const { profile } = answerSurvey()
    const screen = await showStage(profile)
    await screen.getByRole('textbox', { name: hours.title }).fill('two')
    await button(screen, 'Continue').click()
    await expect
      .poll(() =>
        screen
          .getByRole('alert')
          .elements()
          .map((each) => each.textContent),
      )
      .toEqual(['Field is mandatory', 'Must be a number'])
    await expect.element(screen.getByRole('textbox', { name: goal.title })).toHaveFocus()
    await expect.element(title(screen, 'Your goals')).toBeVisible()
  })

  test('keeps each error until its answer is valid', async () => {
    const { profile } = answerSurvey()
    const screen = await showStage(profile)
    await button(screen, 'Continue').click()
    await expect.poll(() => screen.getByRole('alert').elements()).toHaveLength(2)
    await screen.getByRole('textbox', { name: hours.title }).fill('two')
    await expect.element(screen.getByText('Must be a number')).toBeVisible()
    await screen.getByRole('textbox', { name: hours.title }).fill('2')
    await expect.poll(() => screen.getByRole('alert').elements()).toHaveLength(1)
    await button(screen, 'Continue').click()
    await expect.element(screen.getByText('Field is mandatory')).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: goal.title })).toHaveFocus()
  })

  test('does not submit, and keeps the errors of the last page', async () => {
    const must = { ...days, mandatory: true }
    const { profile, sent } = answerSurvey({ stages: [stage({ pages: [{ title: 'Your time', questions: [must] }] })] })
    const screen = await showStage(profile)
    await button(screen, 'Submit').click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Field is mandatory')
    await expect.element(screen.getByRole('radio', { name: 'Weekdays' })).toHaveFocus()
    await button(screen, 'Submit').click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    expect(sent).toEqual([])
  })

  test('does not check later pages', async () => {
    const { profile } = answerSurvey({
      stages: [
        stage({
          pages: [
            { title: 'First', questions: [surveyQuestion('free')] },
            { title: 'Then', questions: [goal] },
          ],
        }),
      ],
    })
    const screen = await showStage(profile)
    await button(screen, 'Continue').click()
    await expect.element(title(screen, 'Then')).toBeVisible()
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  test('is not blocked by an unknown question type', async () => {
    const { profile } = answerSurvey({
      stages: [
        stage({
          pages: [
            { title: 'First', questions: [surveyQuestion('later', { questionType: 'Hologram', mandatory: true })] },
            { title: 'Then', questions: [goal] },
          ],
        }),
      ],
    })
    const screen = await showStage(profile)
    await expect.element(screen.getByText('Can not render! Hologram')).toBeVisible()
    await button(screen, 'Continue').click()
    await expect.element(title(screen, 'Then')).toBeVisible()
  })
})

describe('[SUR-04] answered questions', () => {
  test('are hidden and not required', async () => {
    const { profile } = answerSurvey({ answered: [{ questionKey: 'goal', answer: 'A first job', answeredAt }] })
    const screen = await showStage(profile)
    await expect.element(screen.getByRole('textbox', { name: hours.title })).toBeVisible()
    expect(screen.getByText(goal.title).elements()).toEqual([])
    await screen.getByRole('textbox', { name: hours.title }).fill('4')
    await button(screen, 'Continue').click()
    await expect.element(title(screen, 'Your time')).toBeVisible()
  })

  test('a page without unanswered questions is skipped', async () => {
    const { profile } = answerSurvey({
      answered: [
        { questionKey: 'goal', answer: 'A first job', answeredAt },
        { questionKey: 'hours', answer: 0, answeredAt },
      ],
    })
    const screen = await showStage(profile)
    await expect.element(title(screen, 'Your time')).toBeVisible()
    await expect.element(screen.getByText('1 of 1', { exact: true })).toBeVisible()
  })

  test('a stage without unanswered questions says so, and can be submitted', async () => {
    const { profile, sent } = answerSurvey({
      answered: ['goal', 'hours', 'days'].map((questionKey) => ({ questionKey, answer: 'x', answeredAt })),
    })
    const screen = await showStage(profile)
    await expect
      .element(screen.getByText('No questions to answer in this step. Click Continue or Submit.', { exact: true }))
      .toBeVisible()
    await button(screen, 'Submit').click()
    await expect.poll(screen.pathNow).toBe('/stage?survey=1&stage=12')
    expect(sent[0]?.form.fields.data).toEqual({ survey: 1, stage: 11, answers: {} })
  })
})

describe('[SUR-01] the stage to show', () => {
  test('comes from the history state', async () => {
    const { profile } = answerSurvey()
    const screen = await showApp({ profile, path: '/learninghub/unknown' })
    const state: Record<string, unknown> = { stageId: 11, surveyId: 1 }
    await screen.router.navigate({ to: '/stage', state })
    await expect.element(title(screen, 'Your goals')).toBeVisible()
  })

  test('is the last one shown on this device, if a reload has lost the history state', async () => {
    const { profile } = answerSurvey()
    const before = await showStage(profile)
    await expect.element(title(before, 'Your goals')).toBeVisible()
    await before.unmount()
    const screen = await showStage(profile, '/stage')
    await expect.element(title(screen, 'Your goals')).toBeVisible()
  })

  test('redirects to the list if unknown', async () => {
    const { profile } = answerSurvey()
    const screen = await showStage(profile, '/stage?survey=x')
    await expect.poll(screen.pathNow).toBe('/surveylisting')
  })
})

describe('[SUR-07] an unfinished survey', () => {
  test('continues at its current stage, whatever the address', async () => {
    const { profile } = answerSurvey({ survey: afterSending(survey(), 11) })
    const screen = await showStage(profile, stagePath)
    await expect.element(title(screen, 'Your people')).toBeVisible()
    expect(screen.pathNow()).toBe('/stage?survey=1&stage=12')
  })

  test('opens at its current stage if the address names none', async () => {
    const { profile } = answerSurvey({ survey: afterSending(survey(), 11) })
    const screen = await showStage(profile, '/stage?survey=1')
    await expect.element(title(screen, 'Your people')).toBeVisible()
  })

  test('continues with the next stage when it stopped between two', async () => {
    const stages = [stageSummary(11, { status: 'COMPLETE' }), stageSummary(12)]
    const { profile } = answerSurvey({
      survey: survey({ stages, currentStageId: 11, stageStatus: 'COMPLETE', status: 'PARTIAL' }),
    })
    const screen = await showStage(profile)
    await expect.element(title(screen, 'Your people')).toBeVisible()
  })

  test('is completed from its introduction when the remaining stages were removed', async () => {
    const stages = [stageSummary(11, { status: 'COMPLETE' })]
    const { profile, sent, followProfile } = answerSurvey({
      survey: survey({ stages, currentStageId: 11, stageStatus: 'COMPLETE', status: 'PARTIAL' }),
      answered: [{ questionKey: 'goal', answer: 'A first job', answeredAt }],
      profile: personAsked([{}, {}]),
    })
    const screen = await showApp({ profile, path: '/survey?survey=1' })
    await button(screen, 'Finish').click()
    await expect.poll(screen.pathNow).toBe('/stage?survey=1&stage=11')
    await expect
      .element(screen.getByText('No questions to answer in this step. Click Continue or Submit.', { exact: true }))
      .toBeVisible()
    followProfile()
    await button(screen, 'Submit').click()
    await expect.poll(screen.pathNow).toBe('/survey?survey=1&view=thanks')
    expect(sent.map(({ form }) => form.fields.data)).toEqual([{ survey: 1, stage: 11, answers: {} }])
  })

  test('does not open a later stage', async () => {
    const { profile } = answerSurvey()
    const screen = await showStage(profile, '/stage?survey=1&stage=12')
    await expect.element(title(screen, 'Your goals')).toBeVisible()
  })

  test('redirects to its introduction once it is complete', async () => {
    const { profile } = answerSurvey({ survey: afterSending(oneStage, 11) })
    const screen = await showStage(profile)
    await expect.poll(screen.pathNow).toBe('/survey?survey=1')
    await expect.element(button(screen, 'Completed')).toBeVisible()
  })

  test('redirects to its introduction once it has closed', async () => {
    const { profile } = answerSurvey({ survey: survey({ isClosed: true }) })
    const screen = await showStage(profile)
    await expect.element(screen.getByText('This survey has closed and takes no more answers.')).toBeVisible()
  })

  test('continues when its stage was submitted in another tab', async () => {
    const { profile, change } = answerSurvey()
    const screen = await showStage(profile)
    await expect.element(title(screen, 'Your goals')).toBeVisible()
    await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
    change(afterSending(survey(), 11))
    FakeSocket.instances[0]?.open()
    FakeSocket.instances[0]?.say({ type: 'surveys.survey_changed', survey: 1 })
    await expect.element(title(screen, 'Your people')).toBeVisible()
  })
})

describe('[SUR-08] a stage that fails to load', () => {
  test.each([
    ['its questions', getStage],
    ['its answers', getAnswers],
  ])('says so and can be retried: %s', async (_what, call) => {
    const { profile } = answerSurvey()
    answer(call, refuse('core.broken', 500))
    const screen = await showStage(profile)
    const failed = screen.getByRole('alert')
    await expect.element(failed.getByRole('heading', { level: 1, name: 'We could not load these questions' })).toBeVisible()
    answerSurvey()
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect.element(title(screen, 'Your goals')).toBeVisible()
  })
})

test('the close button leads to the survey, and the answers are restored on return', async () => {
  const { profile } = answerSurvey()
  answer(listSurveys, { surveys: [] })
  const screen = await showStage(profile)
  await fillFirstPage(screen)
  await screen.getByRole('link', { name: 'Close, your answers are kept' }).click()
  await expect.poll(screen.pathNow).toBe('/survey?survey=1')
  await button(screen, 'Begin').click()
  await expect.element(screen.getByRole('textbox', { name: goal.title })).toHaveValue('A first job')
  await expect.element(screen.getByText(/We kept what you had answered/)).toBeVisible()
})

test('people without a survey get a locked card', async () => {
  const { profile } = answerSurvey({ survey: survey({ expPermission: 'show' }), profile: personAsked([], 'show') })
  const screen = await showStage(profile)
  await expect.element(title(screen, 'Surveys open a little later')).toBeVisible()
})
