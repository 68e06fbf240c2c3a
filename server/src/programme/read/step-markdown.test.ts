import { describe, expect, test } from 'vitest'
import { readStepMarkdown, type StepItem, writeStepMarkdown } from './step-markdown.ts'

const whole = `The **slip** has three parts.

- gross
- cuts

::: instruction
Take your notebook.

Write three numbers.
:::
Text may follow at once.

::: mentor_tips
Bring a slip.
:::

::: image step-slip.svg
A salary slip.
:::

::: article https://www.ncs.gov.in
Jobs near you
:::

::: hyperlink https://www.epfindia.gov.in/site?a=1
EPFO
:::

::: youtube https://www.youtube.com/watch?v=abcdefghijk
How to read a slip
:::

::: quiz read-the-slip no-retake
:::

::: quiz again
:::
`
const read = (markdown: string) => readStepMarkdown(markdown)
const withoutLines = (items: readonly StepItem[]) => items.map((item) => ({ ...item, line: 0 }))

describe('a step’s file', () => {
  test('is a list of text items and blocks', () => {
    const { items, problems } = read(whole)
    expect(problems).toEqual([])
    expect(items.map(({ contentType }) => contentType)).toEqual([
      'TEXT',
      'INSTRUCTION',
      'TEXT',
      'MENTOR_TIPS',
      'IMAGE',
      'ARTICLE',
      'HYPERLINK',
      'YOUTUBE',
      'QUIZ',
      'QUIZ',
    ])
    expect(items[0]?.text).toBe('The **slip** has three parts.\n\n- gross\n- cuts')
    expect(items[1]).toMatchObject({ text: 'Take your notebook.\n\nWrite three numbers.', line: 6 })
    expect(items[4]).toMatchObject({ image: 'step-slip.svg', text: 'A salary slip.' })
    expect(items[6]).toMatchObject({ url: 'https://www.epfindia.gov.in/site?a=1', text: 'EPFO' })
    expect(items.slice(-2)).toMatchObject([
      { quiz: 'read-the-slip', allowRetake: false },
      { quiz: 'again', allowRetake: true },
    ])
  })

  test('can be written back and read again unchanged', () => {
    const { items } = read(whole)
    expect(withoutLines(read(writeStepMarkdown(items)).items)).toEqual(withoutLines(items))
  })

  test.each([
    ['', 'is empty', 1],
    ['::: poem\nRoses\n:::', '"poem" is not a kind of block', 1],
    ['Text\n\n::: instruction\nNever closed', 'this block is not closed by :::', 3],
    ['Text\n:::', 'this ::: closes nothing', 2],
    ['::: instruction\nDo.\n::: quiz a\n:::', 'a block cannot be inside another', 3],
    ['::: instruction\n:::', 'is empty', 1],
    ['::: instruction now\nDo it.\n:::', '"now" is not expected here', 1],
    ['::: image\nA picture\n:::', 'names no picture', 1],
    ['::: image a.svg\n:::', 'must hold one line of text', 1],
    ['::: image a.svg\nTwo\nlines\n:::', 'must hold one line of text', 1],
    ['::: hyperlink javascript:alert(1)\nHere\n:::', 'must name an address that begins with https://', 1],
    ['::: article ncs.gov.in\nHere\n:::', 'must name an address that begins with https://', 1],
    ['::: quiz\n:::', 'must name a quiz, and may say no-retake after it', 1],
    ['::: quiz a b\n:::', 'must name a quiz, and may say no-retake after it', 1],
    ['::: quiz a\nWhat?\n:::', 'must be empty: its questions are in quizzes/', 1],
    ['::: audio\nTitle\n\nSaid\n:::', 'names no recording', 1],
    ['::: audio said.mp3\nTitle\n:::', 'must have a title, an empty line, and then what is said in it', 1],
    ['::: video walk.mp4\nTitle\nSaid\n:::', 'must have a title, an empty line, and then what is said in it', 1],
    ['x'.repeat(8001), 'must have at most 8000 characters', 1],
  ])('is refused with the line of the problem: %j', (markdown, text, line) => {
    expect(read(markdown).problems).toEqual([{ line, text }])
  })
})

test('two texts in a row stay two when they are written and read', () => {
  const written = writeStepMarkdown(readStepMarkdown('One\n\n::: text\nTwo\n\n::: instruction\nDo it\n:::\n\nThree\n').items)
  expect(readStepMarkdown(written).items.map(({ text }) => text)).toEqual(['One', 'Two', 'Do it', 'Three'])
  expect(writeStepMarkdown(readStepMarkdown(written).items)).toBe(written)
})

test('[AUT-08] a decorative picture and the words of recordings are written back as they were', () => {
  const recorded = '::: audio said.mp3\nTitle\n\nSaid.\n:::\n\n::: video walk.mp4\nTitle\n\n0:05 Said.\n:::\n'
  const text = `::: image leaf.svg decorative\n:::\n\n::: youtube https://youtu.be/a\nTitle\n\nWhat is said.\n\nMore.\n:::\n\n${recorded}`
  const { items, problems } = readStepMarkdown(text)
  expect(problems).toEqual([])
  expect(items).toMatchObject([
    { image: 'leaf.svg', text: null },
    { text: 'Title\n\nWhat is said.\n\nMore.' },
    { contentType: 'AUDIO', image: 'said.mp3', text: 'Title\n\nSaid.' },
    { contentType: 'VIDEO', image: 'walk.mp4', text: 'Title\n\n0:05 Said.' },
  ])
  expect(writeStepMarkdown(items)).toBe(text)
  const wrong =
    '::: image leaf.svg decorative\nA leaf\n:::\n\n::: image leaf.svg\n:::\n\n::: youtube https://youtu.be/a\nTitle\nMore\n:::\n'
  expect(readStepMarkdown(wrong).problems.map(({ line }) => line)).toEqual([1, 5, 8])
})
