import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import { QuestionType } from '@saathi/contract/questions/entities'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refuse } from '../../../test/harness.tsx'
import { holdTimers } from '../../../test/hold-timers.ts'
import { fullDraft, part, preview, showEditor, takeSaves } from './author.fake.ts'

const SAVE_MS = 1_000
const step = (text: string) => ({
  kind: 'step' as const,
  blocks: [{ id: 'b1', contentType: 'TEXT' as const, text, image: null, url: null, quiz: null, allowRetake: true }],
})
const words = () => page.getByLabelText('Words (Markdown)')

test('[AUT-02] a change is saved a second after the last key, with the revision that was seen', async () => {
  const timers = holdTimers(SAVE_MS)
  const screen = await showEditor()
  await expect.element(words()).toHaveValue('Breathe in.')
  const saves = answer(calls.saveDraftPart, {
    part: part('step:why', step('Breathe in. Slowly.'), 4),
    revision: 13,
    problems: [],
  })
  await words().fill('Breathe in. Slowly.')
  await expect.element(screen.getByText('Not saved yet')).toBeVisible()
  expect(saves.inputs).toEqual([])
  await timers.begun()
  timers.end()
  await expect.element(screen.getByText(/^Saved 18 Nov/)).toBeVisible()
  expect(saves.inputs.map(({ body }) => body)).toEqual([{ name: 'step:why', revision: 3, body: step('Breathe in. Slowly.') }])
  expect(localStorage.getItem('saathi.author.speak-up.step:why')).toBeNull()
})

test('[AUT-02] words that could not be sent are kept on the device and sent after a reload', async () => {
  localStorage.setItem(
    'saathi.author.speak-up.step:why',
    JSON.stringify({ name: 'step:why', revision: 3, base: step('Breathe in.'), body: step('Written in a tunnel') }),
  )
  const timers = holdTimers(SAVE_MS)
  const saves = answer(calls.saveDraftPart, {
    part: part('step:why', step('Written in a tunnel'), 4),
    revision: 13,
    problems: [],
  })
  await showEditor()
  await expect.element(words()).toHaveValue('Written in a tunnel')
  await timers.begun()
  timers.end()
  await expect.poll(() => saves.inputs.length).toBe(1)
})

test('[AUT-02] a colleague who saved the same part first leads to a choice, and both can be kept', async () => {
  const timers = holdTimers(SAVE_MS)
  const screen = await showEditor()
  await words().fill('Mine')
  answer(calls.saveDraftPart, refuse('content.part_changed', 409))
  const parts = [...fullDraft().parts.filter(({ name }) => name !== 'step:why'), part('step:why', step('Theirs'), 4)]
  answer(calls.getDraft, fullDraft({ parts }))
  await timers.begun()
  timers.end()
  const dialog = page.getByRole('dialog', { name: 'Two people wrote this part' })
  await expect.element(dialog.getByText('Theirs', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('Mine', { exact: true })).toBeVisible()
  const saves = takeSaves()
  await dialog.getByRole('button', { name: 'Keep both' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await timers.begun()
  timers.end()
  await expect.poll(() => saves.inputs.length).toBe(1)
  const [sent] = saves.inputs
  expect(sent?.body.revision).toBe(4)
  const texts = sent?.body.body.kind === 'step' ? sent.body.body.blocks.map(({ text }) => text) : []
  expect(texts).toEqual(['Theirs', 'Mine'])
  await expect.element(screen.getByLabelText('Words (Markdown)').first()).toHaveValue('Theirs')
})

test('[AUT-03] the preview shows the draft as learners see it, also as a mentor and in another language', async () => {
  const screen = await showEditor()
  await expect.element(screen.getByText('Breathe in, as learners read it.')).toBeVisible()
  const hindi = answer(calls.previewDraft, preview('साँस लीजिए'))
  await screen.getByLabelText('Language of the preview').selectOptions('hi')
  await expect.element(screen.getByText('साँस लीजिए')).toBeVisible()
  await screen.getByRole('button', { name: 'Mentor', exact: true }).click()
  await expect.poll(() => hindi.inputs.at(-1)?.query).toMatchObject({ language: 'hi', isMentor: true })
})

test('[AUT-04] every type of question can be written, with its options, marks, explanations and rules', async () => {
  const timers = holdTimers(SAVE_MS)
  const screen = await showEditor(fullDraft(), '/staff/content/session/speak-up?tab=quiz&step=try')
  const saves = takeSaves()
  const type = screen.getByLabelText('Kind of answer')
  expect(QuestionType.options).toHaveLength(18)
  for (const option of QuestionType.options) await type.selectOptions(option)
  await type.selectOptions('SingleChoiceRadio')
  await screen.getByLabelText('Answer 1', { exact: true }).fill('Listen')
  await screen.getByLabelText('Answer 2', { exact: true }).fill('Shout')
  await screen.getByLabelText('Answer 1 is right').click()
  await screen.getByLabelText('What the learner reads after answer 2').fill('Nobody listens then.')
  await screen.getByLabelText('Must be answered to go on').click()
  await timers.begun()
  timers.end()
  await expect.poll(() => saves.inputs.length).toBe(1)
  const body = saves.inputs[0]?.body.body
  expect(body?.kind === 'quiz' ? body.questions[0] : null).toMatchObject({
    questionType: 'SingleChoiceRadio',
    mandatory: false,
    answerOptions: [
      { label: 'Listen', isCorrect: true },
      { label: 'Shout', isCorrect: false, helpText: 'Nobody listens then.' },
    ],
  })
})

test('[AUT-10] the type of an answered question is fixed', async () => {
  const locked = [{ quiz: 'check', question: 'first', answers: 143 }]
  const screen = await showEditor(fullDraft({ locked }), '/staff/content/session/speak-up?tab=quiz&step=try')
  await expect.element(screen.getByText('143 people have answered this question.')).toBeVisible()
  await expect.element(screen.getByLabelText('Kind of answer')).toBeDisabled()
})

test('a message of the checker is shown at its field', async () => {
  const problems = [{ part: 'step:why', path: 'blocks[0].text', text: 'is empty' }]
  const screen = await showEditor(fullDraft({ problems }))
  await expect.element(words()).toHaveAccessibleDescription('is empty')
  await expect.element(screen.getByText('1 thing to correct')).toBeVisible()
  await expect.element(screen.getByText('Breathe in, as learners read it.')).toBeVisible()
})

test('steps are moved by keyboard', async () => {
  const screen = await showEditor()
  const saves = takeSaves()
  await screen.getByRole('button', { name: /Why rooms feel loud/ }).click()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  const titles = () =>
    page
      .getByRole('region', { name: 'Steps', exact: true })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(() => titles()[0]).toContain('Try it')
  await expect.poll(() => saves.inputs.map(({ body }) => body.name)).toEqual(['session'])
  await expect.element(screen.getByText(/^Saved/)).toBeVisible()
})

test('[AUT-05] publishing says who stays and who changes before it asks', async () => {
  const screen = await showEditor()
  answer(calls.getPublishing, {
    nextVersion: 4,
    revision: 12,
    stay: 17,
    change: 212,
    problems: [],
    isWordingOnly: true,
    fallBack: [{ language: 'hi', parts: 2, isOffered: true }],
    needsReview: false,
    approvedBy: null,
  })
  await screen.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish version 4?' })
  await expect.element(dialog.getByText('stay on version 3')).toBeVisible()
  await expect.element(dialog.getByText('212')).toBeVisible()
  await expect.element(dialog.getByText('HI: 2 texts are shown in English until translated')).toBeVisible()
  const published = answer(calls.publishDraft, { version: 4 })
  await dialog.getByRole('button', { name: 'Publish version 4' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(published.inputs.map(({ body }) => body)).toEqual([{ revision: 12, way: 'version' }])
})

test('[AUT-05] what has to be corrected before publishing is named by its step', async () => {
  const screen = await showEditor()
  answer(calls.getPublishing, {
    nextVersion: 4,
    revision: 12,
    stay: 0,
    change: 9,
    isWordingOnly: false,
    needsReview: false,
    approvedBy: null,
    fallBack: [],
    problems: [
      { part: 'step:why', path: 'blocks[0].text', text: 'is empty' },
      { part: 'quiz:check', path: 'questions[1].answerOptions', text: 'no question has a right option' },
    ],
  })
  await screen.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish version 4?' })
  await expect.element(dialog.getByText('Why rooms feel loud, block 1: is empty')).toBeVisible()
  await expect.element(dialog.getByText('Quiz: Try it, question 2: no question has a right option')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Publish version 4' })).toBeDisabled()
  await dialog.getByText('Throw these changes away').click()
  await expect.element(page.getByRole('dialog', { name: 'Throw these changes away' })).toBeVisible()
})

test('[AUT-08] the list of steps and the editor say what a step costs, and warn above the budget', async () => {
  const picture = { id: 'b1', contentType: 'IMAGE' as const, text: '', image: 'a'.repeat(64), url: null, quiz: null }
  const saves = takeSaves()
  const heavy = fullDraft({
    media: [{ hash: 'a'.repeat(64), url: '/media/a', name: 'photo.jpg', bytes: 400 * 1024 }],
    parts: fullDraft().parts.map((each) =>
      each.name === 'step:why' ? part('step:why', { kind: 'step', blocks: [{ ...picture, allowRetake: true }] }) : each,
    ),
  })
  answer(team.listPictures, { pictures: heavy.media })
  const screen = await showEditor(heavy)
  await expect.element(screen.getByRole('button', { name: /Why rooms feel loud.*400 kB to load/ })).toBeVisible()
  await expect.element(screen.getByText(/This step loads 400 kB. Above 250 kB it is slow/)).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Only decoration: it needs no description' }).click()
  await expect.element(screen.getByLabelText('What does it show?')).not.toBeInTheDocument()
  await expect
    .poll(() => saves.inputs.map(({ body }) => body.body))
    .toMatchObject([{ kind: 'step', blocks: [{ isDecorative: true }] }])
})
