import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { makeProfile, show } from '../../../test/harness.tsx'
import { Shell } from './shell.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('appinstalled'))
})

async function openMenu() {
  const screen = await show(<Shell>The page</Shell>, { profile: makeProfile(), path: '/learninghub' })
  await screen.getByRole('button', { name: /account menu/ }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  return { screen, item: screen.getByRole('menuitem', { name: 'Install Saathi' }) }
}

/** Fires the browser's install event, which can be used once. */
function offer() {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn(async () => {}) })
  window.dispatchEvent(event)
  return event
}

test("[PLT-01] the account menu shows the browser's install offer and prompts on a press", async () => {
  const { screen, item } = await openMenu()
  await expect.element(item).not.toBeInTheDocument()
  const event = offer()
  expect(event.defaultPrevented).toBe(true)
  await expect.element(item).toBeVisible()
  expect(event.prompt).not.toHaveBeenCalled()
  await item.click()
  expect(event.prompt).toHaveBeenCalledOnce()
  await screen.getByRole('button', { name: /account menu/ }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  await expect.element(item).not.toBeInTheDocument()
})

test('an offer made before the menu was loaded is not lost', async () => {
  globalThis.saathiInstall = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} })
  const { item } = await openMenu()
  await expect.element(item).toBeVisible()
})

test('the offer disappears after installation', async () => {
  offer()
  const { item } = await openMenu()
  await expect.element(item).toBeVisible()
  window.dispatchEvent(new Event('appinstalled'))
  await expect.element(item).not.toBeInTheDocument()
})

test('on an iPhone a dialog explains how to install it', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  const { screen, item } = await openMenu()
  await item.click()
  const dialog = screen.getByRole('dialog', { name: 'Install Saathi' })
  await expect.element(dialog.getByText(/Add to Home Screen/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})
