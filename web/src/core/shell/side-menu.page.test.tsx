import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { book, grid, home } from '#core/ui/icons.ts'
import { makeProfile, show } from '../../../test/harness.tsx'
import { SideMenu } from './side-menu.tsx'

const menu = (
  <SideMenu
    label="Hub menu"
    here="All sessions"
    hereIcon={book}
    links={[
      { to: '/learninghub', icon: home, text: 'Home' },
      { to: '/learninghub/allsession', icon: grid, text: 'All sessions', count: 4 },
    ]}
  />
)
const withNeighbours = (
  <>
    {menu}
    <p style={{ marginBlockStart: '300px' }}>Beside</p>
    <button type="button">Elsewhere</button>
  </>
)
const showMenu = (content = withNeighbours) =>
  show(content, { profile: makeProfile({ displayName: 'Asha' }), path: '/learninghub/allsession' })

beforeEach(() => page.viewport(390, 844))

test('[NAV-05] below 600 px it is a dropdown with a greeting and the current page', async () => {
  await page.viewport(599, 800)
  const screen = await showMenu()
  const drop = screen.getByRole('button', { name: 'Hello, Asha All sessions' })
  await expect.element(drop).toHaveAttribute('aria-expanded', 'false')
  expect(screen.getByRole('link').elements()).toEqual([])
  await drop.click()
  await expect.element(screen.getByRole('link', { name: 'Home' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'All sessions 4' })).toHaveAttribute('aria-current', 'page')
})

test('[NAV-05] from 600 px the links are visible under the greeting', async () => {
  await page.viewport(600, 800)
  const screen = await showMenu(menu)
  await expect.element(screen.getByText('Hello,').first()).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Home' })).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})

test('Escape closes the dropdown and returns the focus', async () => {
  const screen = await showMenu()
  const drop = screen.getByRole('button', { name: /Hello, Asha/ })
  await drop.click()
  await userEvent.tab()
  await expect.element(screen.getByRole('link', { name: 'Home' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(drop).toHaveFocus()
  expect(screen.getByRole('link').elements()).toEqual([])
})

test('the dropdown closes when the focus moves elsewhere', async () => {
  const screen = await showMenu()
  await screen.getByRole('button', { name: /Hello, Asha/ }).click()
  for (const _stop of ['Home', 'All sessions', 'elsewhere']) await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: /Hello, Asha/ })).toHaveAttribute('aria-expanded', 'false')
})

test('the dropdown closes on a press outside', async () => {
  const screen = await showMenu()
  await screen.getByRole('button', { name: /Hello, Asha/ }).click()
  await screen.getByText('Beside').click()
  await expect.element(screen.getByRole('button', { name: /Hello, Asha/ })).toHaveAttribute('aria-expanded', 'false')
})
