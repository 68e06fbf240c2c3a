import type { Page } from '@playwright/test'
import { launchCaller, openWindow } from './callers.ts'
import { inviteColleague } from './console-acts.ts'
import { linkAuthenticator } from './every-screen/staff-screens.ts'
import { callsOf, enterAsAdministrator, enterByLink, signUp, type SignUpOptions } from './newcomers.ts'
import { test } from './production.ts'
import { desktop } from './sizes.ts'
import { collectBrowserErrors, expect } from './world.ts'

/** Nothing is planted here: an empty installation, people who sign up, and a coordinator invited by mail. */

const DAY_MS = 86_400_000
/** The day in India, as a date field holds it. */
const indiaDay = (daysFromNow = 0): string =>
  new Date(Date.now() + 5.5 * 3_600_000 + daysFromNow * DAY_MS).toISOString().slice(0, 10)
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: `A contact with ${name} is due today.` })

test('@once [TOD-01] a coordinator plans contacts, talks to everybody and ends the morning with an empty list', async ({
  page: office,
  production,
}, info) => {
  const { url } = production
  const staff = await enterAsAdministrator(office, production)
  const browser = await launchCaller()
  const errors: string[][] = []
  async function open(): Promise<Page> {
    const page = await openWindow(browser, url, { ...desktop, ignoreHTTPSErrors: true })
    errors.push(collectBrowserErrors(page))
    return page
  }
  async function join(options: SignUpOptions): Promise<number> {
    const page = await open()
    await signUp(page, production, options)
    const { id } = await (await callsOf(page.context(), url))('GET', '/api/v2/users/profile/')
    await page.context().close()
    return id
  }
  const shoot = async (page: Page, name: string) => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.screenshot({ path: info.outputPath(`${name}-${width}.png`), fullPage: true })
    }
    await page.setViewportSize({ width: 1280, height: 844 })
  }

  const mentee = await join({ firstName: 'Asha', as: 'Mentee', program: 'Saathi one to one' })
  const mentor = await join({ firstName: 'Ravi', as: 'Mentor', institutionCode: 'ABC-1234' })
  const email = 'nisha@newcomers.example'
  await inviteColleague(office, { firstName: 'Nisha', lastName: 'Sethi', email, role: 'PairManager', where: 'everywhere' })
  const nisha = await open()
  await enterByLink(nisha, await production.mailTo(email, /token=/))
  await linkAuthenticator(nisha)

  const dialog = nisha.getByRole('dialog')
  const band = office.getByRole('region', { name: 'People without a next contact' })
  for (const page of [office, nisha]) {
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await expect(page.getByText('Nobody waits for you')).toBeVisible()
  }
  await expect(band).toContainText('Nobody is active yet.')
  await staff('POST', '/api/v2/staff/mentorships/', { mentor, mentees: [mentee], reason: 'Both asked for it.' })
  await expect(band).toContainText('2people without a next contact')
  await band.getByRole('button', { name: 'Plan all 2' }).click()
  await office.getByRole('dialog').getByLabel('Who gets in touch next').selectOption('Nisha Sethi')
  await office.getByRole('dialog').getByLabel('Next contact').fill(indiaDay())
  await office.getByRole('dialog').getByRole('button', { name: 'Plan for 2 people' }).click()
  await expect(band).toContainText('0people without a next contact')
  await expect(rowOf(nisha, 'Asha')).toBeVisible()
  await expect(rowOf(nisha, 'Ravi')).toBeVisible()
  await shoot(nisha, '1-planned')

  await rowOf(nisha, 'Asha').getByRole('button', { name: 'Talk to Asha' }).click()
  await dialog.getByLabel('What your colleagues should know').fill('She likes her first session.')
  await dialog.getByRole('button', { name: 'Save the contact' }).click()
  await expect(rowOf(nisha, 'Asha')).toHaveCount(0)

  await rowOf(nisha, 'Ravi')
    .getByRole('button', { name: /^More for/ })
    .click()
  await nisha.getByRole('button', { name: 'Put off', exact: true }).last().click()
  await dialog.getByLabel('Until').fill(indiaDay(2))
  await dialog.getByLabel('Reason').fill('He is on a train')
  await dialog.getByRole('button', { name: 'Put off' }).click()
  await expect(rowOf(nisha, 'Ravi')).toHaveCount(0)
  await nisha
    .getByRole('group', { name: 'Whose list' })
    .getByRole('button', { name: /^Put off/ })
    .click()
  await expect(rowOf(nisha, 'Ravi')).toContainText('He is on a train')
  await rowOf(nisha, 'Ravi')
    .getByRole('button', { name: /^More for/ })
    .click()
  await nisha.getByRole('button', { name: 'Bring back' }).click()
  await dialog.getByRole('button', { name: 'Bring back' }).click()
  await expect(nisha.getByText('Nothing is put off')).toBeVisible()
  await nisha.getByRole('button', { name: /^My list/ }).click()

  // The train has no network: the contact waits on the device, and arrives once.
  await nisha.context().setOffline(true)
  await rowOf(nisha, 'Ravi').getByRole('button', { name: 'Talk to Ravi' }).click()
  await dialog.getByRole('button', { name: 'Save the contact' }).click()
  await expect(nisha.getByText('Saved here. It is sent when you are back online.')).toBeVisible()
  await nisha.context().setOffline(false)
  await expect(rowOf(nisha, 'Ravi')).toHaveCount(0)
  await expect(nisha.getByText('Nobody waits for you')).toBeVisible()
  await expect(nisha.getByText('2 of 2 done')).toBeVisible()
  await shoot(nisha, '2-done')

  await nisha.reload()
  await expect(nisha.getByText('Nobody waits for you')).toBeVisible()
  await nisha.getByRole('button', { name: /^Done/ }).click()
  await expect(nisha.getByText('Solved', { exact: true })).toHaveCount(2)
  await office.getByRole('link', { name: 'Pairs', exact: true }).click()
  await office.getByRole('link', { name: /Ravi/ }).first().click()
  await office.getByLabel('Another reason').fill('To read what was noted')
  await office.getByRole('button', { name: 'Open the page' }).click()
  await expect(office.getByText('She likes her first session.')).toBeVisible()
  await shoot(office, '3-pair')
  // While there was no network, its absence is no fault of the page.
  expect(errors.flat().filter((error) => !/ERR_INTERNET_DISCONNECTED|WebSocket is closed before/.test(error))).toEqual([])
  await browser.close()
})
