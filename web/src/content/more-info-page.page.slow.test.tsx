import { getSystemStatus } from '@saathi/contract/accounts/identity-calls'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, makeProfile, showApp } from '../../test/harness.tsx'

beforeEach(() => page.viewport(1280, 800))

async function showMoreInfo(hasScores = false) {
  const profile = makeProfile()
  const screen = await showApp({
    path: '/moreinfo',
    profile: { ...profile, status: { ...profile.status, workReadiness: { hasScores } } },
  })
  await expect.element(screen.getByRole('heading', { level: 1, name: 'More info' })).toBeVisible()
  return screen
}

test('[NAV-14] shows the version and release stage of the server', async () => {
  answer(getSystemStatus, { underMaintenance: false, google: null, version: '7.2.0', releaseStage: 'pilot' })
  const screen = await showMoreInfo()
  const product = screen.getByRole('region', { name: 'About Saathi' })
  await expect.element(product.getByText('7.2.0', { exact: true })).toBeVisible()
  await expect.element(product.getByText('pilot', { exact: true })).toBeVisible()
})

test('[NAV-14] shows the usual stage in the reader’s words', async () => {
  answer(getSystemStatus, { underMaintenance: false, google: null, version: '7.2.0', releaseStage: 'production' })
  const screen = await showMoreInfo()
  await expect.element(screen.getByRole('region', { name: 'About Saathi' }).getByText('In regular use')).toBeVisible()
})

test('[NAV-14] shows no product section if the server sends neither', async () => {
  const screen = await showMoreInfo()
  expect(screen.getByRole('region', { name: 'About Saathi' }).elements()).toEqual([])
})

test('links to each of its pages', async () => {
  const screen = await showMoreInfo()
  const pages = {
    'Frequently asked questions': '/moreinfo/faq',
    'Profile and work-readiness': '/moreinfo/wrs',
    'Privacy Policy': '/moreinfo/privacyPolicy',
    'Terms of Service': '/moreinfo/termsOfService',
    'Code of Conduct': '/moreinfo/codeofconduct',
  }
  const list = screen.getByRole('main').getByRole('list').last()
  for (const [name, path] of Object.entries(pages)) {
    await expect.element(list.getByRole('link', { name })).toHaveAttribute('href', path)
  }
})

test.each([true, false])('[NAV-03] shows My Profile in the menu only with scores: %s', async (hasScores) => {
  const screen = await showMoreInfo(hasScores)
  const menu = screen.getByRole('navigation', { name: 'More info' })
  await expect.element(menu.getByRole('link', { name: 'FAQs' })).toBeVisible()
  expect(menu.getByRole('link', { name: 'My Profile' }).elements()).toHaveLength(hasScores ? 1 : 0)
})
