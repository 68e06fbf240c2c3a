import { getProfile } from '@saathi/contract/accounts/calls'
import { reportClientErrors } from '@saathi/contract/core/client-errors'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { getAnswers, listSurveys, sendAnswers } from '@saathi/contract/surveys/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { reportError } from '#core/errors/report-error.ts'
import { readToasts } from '#core/ui/overlay/toast-store.ts'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { afterSending, answerSurvey, draftKey, oneStage, secondStage, showStage } from '../survey-server.fake.ts'
import { surveyQuestion, days, goal, hours, paper, personAsked, stage, survey, surveyCard } from '../survey.fake.ts'

type Screen = Awaited<ReturnType<typeof showStage>>

const alone = stage({ total: 1, pages: [{ title: 'Your goals', questions: [goal] }] })
const button = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true })
const title = (screen: Screen, name: string) => screen.getByRole('heading', { level: 1, name })
const toasts = () => readToasts().map(({ text }) => text)
const keysOf = (headers: readonly Headers[]) => headers.map((each) => each.get('idempotency-key'))

async function fillGoal(screen: Screen, text = 'A first job') {
  await screen.getByRole('textbox', { name: goal.title }).fill(text)
}

async function choosePaper(screen: Screen) {
  const file = new File(['%PDF-1.4'], 'resume.pdf', { type: 'application/pdf' })
  await screen.getByLabelText(/Choose a PDF/).upload(file)
}

/** People with nothing left to answer are redirected to the hub, which makes its own requests. */
function openHub() {
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
}

beforeEach(() => page.viewport(390, 844))

describe('[SUR-06] a submission', () => {
  test('has one part with all answers, and one for each answer and file under its key', async () => {
    const everything = stage({ pages: [{ title: 'All', questions: [goal, hours, days, paper, surveyQuestion('blank')] }] })
    const { profile, sent } = answerSurvey({ stages: [everything] })
    const screen = await showStage(profile)
    await fillGoal(screen, ' A first job ')
    await screen.getByRole('textbox', { name: hours.title }).fill('0')
    await screen.getByRole('radio', { name: 'Weekends' }).click()
    await screen.getByRole('textbox', { name: 'Title of blank' }).fill('  ')
    await choosePaper(screen)
    await button(screen, 'Submit').click()
    await expect.poll(() => sent.length).toBe(1)
    const form = sent[0]?.form
    expect(form?.fields.data).toEqual({
      survey: 1,
      stage: 11,
      answers: { goal: 'A first job', hours: 0, days: 'weekends' },
    })
    expect(form?.keyed.texts).toEqual({ goal: 'A first job', hours: '0', days: 'weekends' })
    expect(form?.keyed.files).toMatchObject({ paper: { name: 'resume.pdf', type: 'application/pdf' } })
  })

  test('is sent once for two quick taps', async () => {
    const { profile, sent } = answerSurvey({ stages: [alone, secondStage] })
    const screen = await showStage(profile)
    await fillGoal(screen)
    const submit = button(screen, 'Submit').element()
    submit.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    submit.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await expect.poll(screen.pathNow).toBe('/stage?survey=1&stage=12')
    expect(sent).toHaveLength(1)
  })

  test('shows the upload progress, and can be cancelled without losing anything', async () => {
    const { profile } = answerSurvey({ stages: [stage({ pages: [{ title: 'File', questions: [paper] }] })] })
    const hanging = answer(sendAnswers, 'hang')
    const screen = await showStage(profile)
    await choosePaper(screen)
    await button(screen, 'Submit').click()
    const progress = screen.getByRole('progressbar', { name: 'Sending your answers' })
    await expect.element(progress).toHaveAttribute('aria-valuetext', '50%')
    await button(screen, 'Cancel').click()
    await expect.element(screen.getByText(/Sending was stopped/)).toBeVisible()
    await expect.element(screen.getByText('resume.pdf')).toBeVisible()
    const working = answer(sendAnswers, afterSending(survey(), 11))
    await button(screen, 'Try again').click()
    await expect.poll(screen.pathNow).toBe('/stage?survey=1&stage=12')
    expect(keysOf(working.headers)).toEqual(keysOf(hanging.headers))
  })
})

describe('[SUR-03] after a submitted stage', () => {
  test('the next one is shown from its title, and the draft is removed', async () => {
    const { profile } = answerSurvey({
      stages: [alone, stage({ ...alone, id: 12, pages: [{ title: 'Next', questions: [days] }] })],
    })
    const screen = await showStage(profile)
    await fillGoal(screen)
    expect(localStorage.getItem(draftKey)).toContain('A first job')
    await button(screen, 'Submit').click()
    await expect.element(title(screen, 'Next')).toHaveFocus()
    expect(screen.pathNow()).toBe('/stage?survey=1&stage=12')
    expect(localStorage.getItem(draftKey)).toBeNull()
  })

  test('the profile is refetched, and the redirect order decides when nothing is left', async () => {
    openHub()
    const { profile, followProfile } = answerSurvey({ survey: oneStage, stages: [alone] })
    const screen = await showStage(profile)
    await fillGoal(screen)
    const { headers } = followProfile()
    await button(screen, 'Submit').click()
    await expect.poll(screen.pathNow).toBe('/learninghub')
    expect(headers.length).toBeGreaterThan(0)
    expect(toasts()).toEqual(['Thank you. Your answers are saved.'])
  })

  test('a survey that was opened by the answers is offered, because the page waits for the new profile', async () => {
    openHub()
    const { profile } = answerSurvey({ survey: oneStage, stages: [alone] })
    const screen = await showStage(profile)
    await fillGoal(screen)
    answer(listSurveys, { surveys: [surveyCard({ id: 2, name: 'Ready for work', minutes: 12 })] })
    const released = Promise.withResolvers<void>()
    const { inputs } = answer(getProfile, async () => {
      await released.promise
      return personAsked([{ surveyStatus: 'COMPLETE' }, {}])
    })
    await button(screen, 'Submit').click()
    await expect.poll(() => inputs.length).toBeGreaterThan(0)
    released.resolve()
    await expect.element(title(screen, 'Thank you')).toHaveFocus()
  })

  test('the reply itself is used when the profile cannot be loaded', async () => {
    openHub()
    const { profile } = answerSurvey({ survey: oneStage, stages: [alone] })
    const screen = await showStage(profile)
    await fillGoal(screen)
    answer(getProfile, refuse('core.broken', 500))
    await button(screen, 'Submit').click()
    await expect.poll(screen.pathNow).toBe('/learninghub')
  })

  test('the reader is thanked, and another open survey or the list is offered', async () => {
    const profile = personAsked([{}, {}])
    const server = answerSurvey({ survey: oneStage, stages: [alone], profile })
    server.followProfile()
    const screen = await showStage(profile)
    await fillGoal(screen)
    answer(listSurveys, { surveys: [surveyCard({ id: 2, name: 'Ready for work', minutes: 12 })] })
    server.followProfile()
    await button(screen, 'Submit').click()
    await expect.element(title(screen, 'Thank you')).toHaveFocus()
    const main = screen.getByRole('main')
    const next = main.getByRole('link', { name: 'Go on with “Ready for work”' })
    await expect.element(next).toHaveAttribute('href', '/survey?survey=2')
    await expect.element(main.getByRole('link', { name: 'All surveys' })).toHaveAttribute('href', '/surveylisting')
  })

  test('people who have left the page are not redirected', async () => {
    const { profile } = answerSurvey({ stages: [alone] })
    const answered = Promise.withResolvers<void>()
    answer(sendAnswers, async () => {
      await answered.promise
      return afterSending(survey(), 11)
    })
    const screen = await showStage(profile)
    await fillGoal(screen)
    await button(screen, 'Submit').click()
    await screen.getByRole('link', { name: 'Close, your answers are kept' }).click()
    await expect.element(title(screen, 'About you and your goals')).toBeVisible()
    answered.resolve()
    await expect.element(button(screen, 'Finish')).toBeVisible()
    expect(screen.pathNow()).toBe('/survey?survey=1')
    expect(localStorage.getItem(draftKey)).toBeNull()
  })
})

describe('[SUR-06] a survey that has closed in the meantime', () => {
  test('shows a note, reports no error, and redirects to the list', async () => {
    const { inputs } = answer(reportClientErrors, {})
    const { profile } = answerSurvey({ stages: [alone] })
    answer(sendAnswers, refuse('surveys.closed', 410))
    const screen = await showStage(profile)
    await fillGoal(screen)
    await button(screen, 'Submit').click()
    await expect.poll(screen.pathNow).toBe('/surveylisting')
    expect(toasts()).toEqual(['This survey has closed. Your answers were not taken.'])
    reportError('survey', new Error('another'))
    await expect.poll(() => inputs.flatMap(({ body }) => body.errors.map(({ message }) => message))).toEqual(['another'])
  })
})

describe('[SUR-06] rejected answers', () => {
  const errors = { days: ['questions.notAnOption'], hours: ['questions.outOfRange'] }

  async function sendRejected() {
    const { profile } = answerSurvey()
    answer(sendAnswers, refuse('surveys.answers_rejected', 422, 'No.', { errors }))
    const screen = await showStage(profile)
    await fillGoal(screen)
    await screen.getByRole('textbox', { name: hours.title }).fill('4')
    await button(screen, 'Continue').click()
    await screen.getByRole('radio', { name: 'Weekends' }).click()
    await button(screen, 'Submit').click()
    await expect.element(screen.getByText(/We couldn’t accept some answers, so this part is not saved yet/)).toBeVisible()
    return screen
  }

  test('are marked on their pages, the first one focused, and nothing typed is lost', async () => {
    const screen = await sendRejected()
    await expect.element(title(screen, 'Your goals')).toBeVisible()
    await expect.element(screen.getByText('That number is too large.')).toBeVisible()
    const field = screen.getByRole('textbox', { name: hours.title })
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue('4')
    await field.fill('3')
    expect(screen.getByText('That number is too large.').elements()).toEqual([])
    await button(screen, 'Continue').click()
    await expect.element(screen.getByText('Please choose one of the answers.')).toBeVisible()
    await expect.element(screen.getByRole('radio', { name: 'Weekends' })).toBeChecked()
  })

  test('are reported without their content', async () => {
    const { inputs } = answer(reportClientErrors, {})
    await sendRejected()
    await expect
      .poll(() => inputs.flatMap(({ body }) => body.errors))
      .toEqual([{ kind: 'survey', route: '/stage', name: 'ApiError', message: 'surveys.answers_rejected', version: '' }])
  })

  test('are not sent again unchanged, and accepted once corrected', async () => {
    const screen = await sendRejected()
    await screen.getByRole('textbox', { name: hours.title }).fill('3')
    await button(screen, 'Continue').click()
    const working = answer(sendAnswers, afterSending(survey(), 11))
    await button(screen, 'Submit').click()
    await expect.element(screen.getByText('Please choose one of the answers.')).toBeVisible()
    expect(working.inputs).toEqual([])
    await screen.getByRole('radio', { name: 'Weekdays' }).click()
    expect(screen.getByText(/Some answers were not taken/).elements()).toEqual([])
    await button(screen, 'Submit').click()
    await expect.poll(screen.pathNow).toBe('/stage?survey=1&stage=12')
  })

  test('are marked even for an unknown reason', async () => {
    const { profile } = answerSurvey({ stages: [alone] })
    answer(sendAnswers, refuse('surveys.answers_rejected', 422, 'No.', { errors: { goal: ['questions.later'] } }))
    const screen = await showStage(profile)
    await fillGoal(screen)
    await button(screen, 'Submit').click()
    await expect.element(screen.getByText('We could not read this answer. Please enter it again.')).toBeVisible()
  })

  test('to questions that were answered elsewhere disappear, and the rest is sent', async () => {
    const { profile } = answerSurvey()
    const screen = await showStage(profile)
    await fillGoal(screen)
    await screen.getByRole('textbox', { name: hours.title }).fill('4')
    await button(screen, 'Continue').click()
    answer(sendAnswers, refuse('surveys.answers_rejected', 422, 'No.', { errors: { goal: ['questions.alreadyAnswered'] } }))
    const answers = [{ questionKey: 'goal', answer: 'Another', answeredAt: '2026-11-03T09:00:00.000Z' }]
    answer(getAnswers, { survey: 1, stages: [{ stage: 11, answers }], answers })
    await button(screen, 'Submit').click()
    await expect.element(screen.getByText(/Everything you entered is still here/)).toBeVisible()
    const working = answer(sendAnswers, afterSending(survey(), 11))
    await button(screen, 'Try again').click()
    await expect.poll(screen.pathNow).toBe('/stage?survey=1&stage=12')
    expect(working.inputs[0]?.form.fields.data.answers).toEqual({ hours: 4 })
  })
})

describe('[SUR-06] any other failure', () => {
  test('is shown, keeps everything, and a retry uses the same key', async () => {
    const { profile } = answerSurvey({ stages: [alone] })
    const failing = answer(sendAnswers, refuse('core.broken', 500))
    const screen = await showStage(profile)
    await fillGoal(screen)
    await button(screen, 'Submit').click()
    await expect.element(screen.getByRole('alert').getByText(/Everything you entered is still here/)).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: goal.title })).toHaveValue('A first job')
    expect(localStorage.getItem(draftKey)).toContain('A first job')
    const working = answer(sendAnswers, afterSending(survey(), 11))
    await button(screen, 'Try again').click()
    await expect.poll(screen.pathNow).toBe('/stage?survey=1&stage=12')
    expect(keysOf(failing.headers)[0]).toMatch(/./)
    expect(keysOf(working.headers)).toEqual(keysOf(failing.headers))
  })

  test('with a changed answer is a new submission with a new key', async () => {
    const { profile } = answerSurvey({ stages: [alone] })
    const failing = answer(sendAnswers, refuse('core.broken', 500))
    const screen = await showStage(profile)
    await fillGoal(screen)
    await button(screen, 'Submit').click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    const working = answer(sendAnswers, afterSending(survey(), 11))
    await fillGoal(screen, 'Another one')
    await button(screen, 'Submit').click()
    await expect.poll(screen.pathNow).toBe('/stage?survey=1&stage=12')
    expect(keysOf(working.headers)).not.toEqual(keysOf(failing.headers))
  })

  test('caused by a submission on another device leads to the next stage', async () => {
    const server = answerSurvey({ stages: [alone, stage({ ...alone, id: 12, pages: [{ title: 'Next', questions: [days] }] })] })
    answer(sendAnswers, refuse('surveys.stage_order', 409))
    const screen = await showStage(server.profile)
    await fillGoal(screen)
    server.change(afterSending(survey(), 11))
    await button(screen, 'Submit').click()
    await expect.element(title(screen, 'Next')).toBeVisible()
  })
})

test('the live event of the own submission does not interrupt the page', async () => {
  const { profile, reads } = answerSurvey({ stages: [alone] })
  answer(sendAnswers, 'hang')
  const screen = await showStage(profile)
  await fillGoal(screen)
  await button(screen, 'Submit').click()
  await expect.element(screen.getByRole('button', { name: 'Sending...' })).toBeVisible()
  const before = reads.length
  FakeSocket.instances[0]?.open()
  FakeSocket.instances[0]?.say({ type: 'surveys.survey_changed', survey: 1 })
  await expect.element(title(screen, 'Your goals')).toBeVisible()
  expect(reads).toHaveLength(before)
})
