import { getStage, sendAnswers } from '@saathi/contract/surveys/calls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeEntry, seedOutbox, storedEntries } from '#core/outbox/entry.fake.ts'
import { entriesNow } from '#core/outbox/list.ts'
import { discard, flush, retryRefused } from '#core/outbox/outbox.ts'
// Imported here, so that the outbox does not wait for it.
import '#core/outbox/outbox-slot.tsx'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { signOutOf } from '../../../test/sign-out.ts'
import { afterSending, answerSurvey, draftKey, oneStage, secondStage, showStage } from '../survey-server.fake.ts'
import { goal, paper, stage, survey, surveyQuestion } from '../survey.fake.ts'

type Screen = Awaited<ReturnType<typeof showStage>>

const alone = stage({ pages: [{ title: 'Your goals', questions: [goal] }] })
const title = (screen: Screen, name: string) => screen.getByRole('heading', { level: 1, name })
const submit = (screen: Screen) => screen.getByRole('button', { name: 'Submit', exact: true })
const keysOf = (headers: readonly Headers[]) => headers.map((each) => each.get('idempotency-key'))
const draft = () => localStorage.getItem(draftKey)

async function fillGoal(screen: Screen, text = 'A first job') {
  await screen.getByRole('textbox', { name: goal.title }).fill(text)
}

/** Answers the first stage while the server cannot be reached. */
async function answerOffline(stages = [alone, secondStage]) {
  const server = answerSurvey({ stages })
  const failing = answer(sendAnswers, 'network')
  const screen = await showStage(server.profile)
  await fillGoal(screen)
  goOffline()
  await submit(screen).click()
  await expect.element(title(screen, 'Your answers are saved here')).toBeVisible()
  return { screen, server, failing }
}

const stageEntry = (stageId: number, answers: Record<string, unknown>) =>
  makeEntry({
    kind: 'surveys.stage',
    line: 'surveys.1',
    about: `stage ${stageId}`,
    input: { survey: 1, stage: stageId, answers, files: {} },
  })

beforeEach(async () => {
  await page.viewport(390, 844)
  await seedOutbox()
})
afterEach(goOnline)

describe('a stage answered without a connection', () => {
  test('[PLT-01] waits in the outbox, and is sent once with the same key when back online', async () => {
    const { screen, server, failing } = await answerOffline()
    expect(await storedEntries()).toMatchObject([
      {
        kind: 'surveys.stage',
        input: { survey: 1, stage: 11, answers: { goal: 'A first job' } },
        label: { text: 'outbox.survey', values: { title: 'About you and your goals · Stage 11' } },
      },
    ])
    await screen.getByRole('button', { name: 'See what waits' }).click()
    await expect.element(screen.getByText('Your answers to “About you and your goals · Stage 11”')).toBeVisible()
    await screen.getByRole('button', { name: 'Close', exact: true }).click()

    const working = answer(sendAnswers, () => {
      server.change(afterSending(survey(), 11))
      return afterSending(survey(), 11)
    })
    goOnline()
    await expect.element(title(screen, 'Your people')).toBeVisible()
    expect(screen.pathNow()).toBe('/stage?survey=1&stage=12')
    expect(working.inputs).toMatchObject([
      { form: { fields: { data: { survey: 1, stage: 11, answers: { goal: 'A first job' } } } } },
    ])
    expect(new Set([...keysOf(failing.headers), ...keysOf(working.headers)]).size).toBe(1)
    expect(await storedEntries()).toEqual([])
    expect(draft()).toBeNull()
  })

  test('[PLT-01] is shown as saved after a reload', async () => {
    const { screen, server } = await answerOffline()
    await screen.unmount()
    const again = await showStage(server.profile)
    await expect.element(title(again, 'Your answers are saved here')).toBeVisible()
  })

  test('[PLT-01] allows going on with the next stage, and both are sent in order', async () => {
    const { screen } = await answerOffline()
    await screen.getByRole('link', { name: 'Continue' }).click()
    await screen.getByRole('textbox', { name: 'Whom do you ask?' }).fill('Meera')
    await submit(screen).click()
    await expect.poll(async () => (await storedEntries()).length).toBe(2)
    await expect.element(screen.getByRole('main').getByRole('link', { name: 'All surveys' })).toBeVisible()
    let current = survey()
    const working = answer(sendAnswers, ({ form }) => {
      current = afterSending(current, form.fields.data.stage)
      return current
    })
    goOnline()
    await expect.poll(storedEntries).toEqual([])
    expect(working.inputs.map(({ form }) => form.fields.data.stage)).toEqual([11, 12])
  })

  test('[PLT-01] that is refused later fills the form again', async () => {
    const { screen } = await answerOffline()
    const errors = { goal: ['questions.tooLong'] }
    answer(sendAnswers, refuse('surveys.answers_rejected', 422, 'No.', { errors }))
    goOnline()
    await expect.element(screen.getByRole('textbox', { name: goal.title })).toHaveValue('A first job')
    expect(await storedEntries()).toMatchObject([{ refusal: { text: 'outbox.why.answers' } }])
    answer(sendAnswers, afterSending(survey(), 11))
    await fillGoal(screen, 'A job')
    await submit(screen).click()
    await expect.poll(screen.pathNow).toBe('/stage?survey=1&stage=12')
    await expect.poll(storedEntries).toEqual([])
  })

  test('[PLT-01] keeps a chosen file with its bytes', async () => {
    const { profile } = answerSurvey({ survey: oneStage, stages: [stage({ pages: [{ title: 'File', questions: [paper] }] })] })
    answer(sendAnswers, 'network')
    const screen = await showStage(profile)
    const file = new File(['%PDF-1.4'], 'resume.pdf', { type: 'application/pdf' })
    await screen.getByLabelText(/Choose a PDF/).upload(file)
    goOffline()
    await submit(screen).click()
    await expect.element(title(screen, 'Your answers are saved here')).toBeVisible()
    const working = answer(sendAnswers, afterSending(oneStage, 11))
    goOnline()
    await expect.poll(() => working.inputs.length).toBe(1)
    expect(working.inputs[0]?.form.keyed.files).toMatchObject({ paper: { name: 'resume.pdf', type: 'application/pdf' } })
  })

  test('with a password is not stored in the browser: everything stays in the form', async () => {
    const secret = surveyQuestion('secret', { questionType: 'Password', mandatory: true })
    const { profile } = answerSurvey({ stages: [stage({ pages: [{ title: 'Secret', questions: [secret] }] })] })
    answer(sendAnswers, 'network')
    const screen = await showStage(profile)
    await screen.getByLabelText(/Title of secret/).fill('seven small kites')
    goOffline()
    await submit(screen).click()
    await expect.element(screen.getByText(/Submit it when you are back/)).toBeVisible()
    expect(await storedEntries()).toEqual([])
  })
})

describe('a queued stage', () => {
  beforeEach(async () => {
    const server = answerSurvey({ stages: [alone, secondStage] })
    answer(getStage, 'hang')
    await showStage(server.profile)
    localStorage.setItem(draftKey, JSON.stringify({ at: 0, answers: { goal: 'A first job' } }))
  })

  test('[PLT-01] that is refused because an earlier stage is open is retried after that stage', async () => {
    await seedOutbox(stageEntry(12, { friend: 'Meera' }))
    answer(sendAnswers, refuse('surveys.stage_order', 409))
    await flush()
    expect(entriesNow()).toMatchObject([{ refusal: { text: 'outbox.why.parts' } }])
    answer(sendAnswers, afterSending(survey(), 12))
    await retryRefused('surveys.1')
    expect(await storedEntries()).toEqual([])
  })

  test('[PLT-01] of a survey that has closed says so, and its draft is removed', async () => {
    await seedOutbox(stageEntry(11, { goal: 'A first job' }))
    answer(sendAnswers, refuse('surveys.closed', 410))
    await flush()
    expect(entriesNow()).toMatchObject([{ refusal: { text: 'surveys.stage.closed' } }])
    expect(draft()).toBeNull()
  })

  test('[PLT-01] keeps its draft while it can be corrected, until it is discarded', async () => {
    await seedOutbox(stageEntry(11, { goal: 'A first job' }))
    answer(sendAnswers, refuse('surveys.answers_rejected', 422))
    await flush()
    expect(draft()).not.toBeNull()
    const [entry] = entriesNow()
    if (entry) await discard(entry)
    expect(draft()).toBeNull()
  })
})

test('[ACC-31] signing out asks while the answers of a stage are not sent', async () => {
  await page.viewport(1280, 900)
  const { profile } = answerSurvey({ stages: [alone] })
  const screen = await showStage(profile)
  await fillGoal(screen)
  await signOutOf(screen).stayThenLeave()
  expect(draft()).toBeNull()
})
