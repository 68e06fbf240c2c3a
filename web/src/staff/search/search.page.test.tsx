import { type SearchGroup, searchConsole } from '@saathi/contract/staff/search-calls'
import { getHelpCase } from '@saathi/contract/help/staff-calls'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answer, refuse } from '../../../test/harness.tsx'
import { composeWord, wordsOfScripts } from '../../../test/input-method.ts'
import { showConsole } from '../console.fake.ts'

const groups: SearchGroup[] = [
  {
    kind: 'person',
    results: [
      { id: 41, names: ['Asha Rao'], role: 'Mentee', programme: 'Pragati', isOver: false },
      { id: 42, names: ['Asha Sen'], role: 'Mentor', programme: 'Pragati', isOver: true },
    ],
    hasMore: true,
  },
  {
    kind: 'pair',
    results: [{ id: 9, names: ['Ravi Kulkarni', 'Asha Rao'], role: null, programme: 'Pragati', isOver: false }],
    hasMore: false,
  },
  {
    kind: 'help_case',
    results: [{ id: 3, names: ['Asha Rao'], role: 'Mentee', programme: 'Pragati', isOver: false }],
    hasMore: false,
  },
]

async function openByKey() {
  const screen = await showConsole()
  await expect.element(screen.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await userEvent.keyboard('/')
  const field = screen.getByRole('combobox', { name: 'Search people, pairs and cases' })
  await expect.element(field).toHaveFocus()
  return { screen, field }
}

test('[STF-06] a slash opens the search, the keys move through the groups, Enter opens', async () => {
  const searching = answer(searchConsole, { groups })
  answer(getHelpCase, 'hang')
  const { screen, field } = await openByKey()
  await field.fill('ash')
  await expect.element(screen.getByRole('group', { name: /^People/ })).toMatchTextContent(/more match/)
  expect(searching.inputs).toMatchObject([{ query: { text: 'ash' } }])
  await expect.element(screen.getByRole('option', { selected: true })).toMatchTextContent(/Asha Rao/)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('option', { selected: true })).toMatchTextContent(/Asha Sen.*Blocked/)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  const active = screen.getByRole('option', { selected: true }).element()
  expect(field.element().getAttribute('aria-activedescendant')).toBe(active.id)
  await userEvent.keyboard('{Enter}')
  await expect.poll(screen.pathNow).toBe('/staff/help/3')
  await expect.element(field).not.toBeInTheDocument()
})

test('[STF-06] a pair and a person open by a press', async () => {
  answer(searchConsole, { groups })
  const { screen, field } = await openByKey()
  await field.fill('ash')
  await screen.getByRole('option', { name: /Ravi Kulkarni/ }).click()
  await expect.poll(screen.pathNow).toBe('/staff/pairs/9')
})

test.each(wordsOfScripts)('[STF-06] a word composed in %s is searched, and its Enter opens nothing', async (_script, word) => {
  const searching = answer(searchConsole, { groups })
  answer(getHelpCase, 'hang')
  const { screen, field } = await openByKey()
  await composeWord(word)
  await expect.element(screen.getByRole('option', { selected: true })).toBeVisible()
  await userEvent.keyboard(' ')
  await composeWord(word)
  await expect.element(field).toHaveValue(`${word} ${word}`)
  await expect.poll(() => searching.inputs.at(-1)).toMatchObject({ query: { text: `${word} ${word}` } })
  expect(screen.pathNow()).not.toContain('/people/')
  await userEvent.keyboard('{Enter}')
  await expect.poll(screen.pathNow).toBe('/staff/people/41')
})

test('[STF-06] a slash is a letter in a field', async () => {
  answer(searchConsole, { groups: [] })
  const { screen, field } = await openByKey()
  await userEvent.keyboard('a/b')
  await expect.element(field).toHaveValue('a/b')
  await expect.element(screen.getByText('Nothing found that you may see. Try fewer letters.')).toBeVisible()
})

test('[STF-17] a failed search can be tried again', async () => {
  answer(searchConsole, refuse('core.broken', 500, 'Broken.'))
  const { screen, field } = await openByKey()
  await field.fill('ash')
  await expect.element(screen.getByRole('alert')).toBeVisible()
  answer(searchConsole, { groups })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('option', { name: /Ravi Kulkarni/ })).toBeVisible()
})
