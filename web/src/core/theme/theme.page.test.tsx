import { afterEach, expect, test } from 'vitest'
import { emulateMedia } from '#core/theme/emulate-media.ts'
import { applyTheme, setScheme, useTheme } from '#core/theme/theme.ts'
import { render } from '../../../test/render.ts'

function Shown() {
  const { scheme, shown } = useTheme()
  return <p>{`${scheme}: ${shown}`}</p>
}

afterEach(async () => {
  setScheme('system')
  await emulateMedia()
})

test('the page follows the system until a scheme is chosen, and stores the choice', async () => {
  applyTheme()
  const screen = await render(<Shown />)
  await emulateMedia({ 'prefers-color-scheme': 'dark' })
  await expect.element(screen.getByText('system: dark')).toBeInTheDocument()
  expect(document.documentElement.dataset.theme).toBe('dark')
  setScheme('light')
  await expect.element(screen.getByText('light: light')).toBeInTheDocument()
  expect(document.documentElement.dataset.theme).toBe('light')
  expect(localStorage.getItem('saathi.theme')).toBe('light')
})
