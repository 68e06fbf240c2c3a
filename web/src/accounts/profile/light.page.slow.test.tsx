import { expect, test } from 'vitest'
import { setSaveData, chooseLessData } from '../../../test/data-light.ts'
import { signOutOf } from '../../../test/sign-out.ts'
import { showProfile } from './page.fake.ts'

const stored = () => localStorage.getItem('saathi.dataLight')

test('less data is switched on and off in the profile, per device', async () => {
  setSaveData(false)
  const screen = await showProfile()
  const toggle = screen.getByRole('switch', { name: 'Use less data' })
  await expect.element(toggle).not.toBeChecked()
  await toggle.click()
  await expect.element(toggle).toBeChecked()
  expect(stored()).toBe('on')
  await expect.element(screen.getByText('This stays on this device, even after you sign out.')).toBeVisible()
  await toggle.click()
  await expect.element(toggle).not.toBeChecked()
  expect(stored()).toBeNull()
})

test('if the browser asks for it, the switch is on and says why, and can still be switched off', async () => {
  setSaveData(true)
  const screen = await showProfile()
  const toggle = screen.getByRole('switch', { name: 'Use less data' })
  await expect.element(toggle).toBeChecked()
  const why = screen.getByText('It is on because your browser asks websites to use less data.')
  await expect.element(why).toBeVisible()
  await toggle.click()
  await expect.element(toggle).not.toBeChecked()
  await expect.element(why).not.toBeInTheDocument()
})

test('the setting stays on the device after signing out', async () => {
  chooseLessData()
  const screen = await showProfile()
  await expect.element(screen.getByRole('switch', { name: 'Use less data' })).toBeChecked()
  await signOutOf(screen).leave()
  expect(stored()).toBe('on')
})
