import type { Browser, Page } from '@playwright/test'
import { launchCaller, openWindow } from './callers.ts'
import { linkAuthenticator } from './every-screen/staff-screens.ts'
import { callsOf, enterAsAdministrator, enterByLink, signUp, type SignUpOptions } from './newcomers.ts'
import { type Production, test } from './production.ts'
import { desktop, phone } from './sizes.ts'
import { collectBrowserErrors, expect } from './world.ts'

/** Nothing is planted here: an empty installation, people who sign up, and a team that was invited by mail. */

const words = 'Come to the station alone on Saturday'
const answer = 'Thank you for telling us. He can no longer write to you.'

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notices/ })
const dialogOf = (page: Page) => page.getByRole('dialog')
const idOf = async (page: Page, url: string): Promise<number> =>
  (await (await callsOf(page.context(), url))('GET', '/api/v2/users/profile/')).id
const noticesOf = async (page: Page, url: string): Promise<string[]> =>
  (await (await callsOf(page.context(), url))('GET', '/api/v2/notices/')).notices.map(({ title }: { title: string }) => title)

async function openConversation(page: Page, name: RegExp): Promise<void> {
  await page.goto('/chat/messenger')
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name }).first().click()
}

/** Windows of the people, and all errors of their browsers. */
async function gather(browser: Browser, production: Production, office: Page) {
  const { url } = production
  const errors: string[][] = []
  async function open(screen: typeof desktop | typeof phone): Promise<Page> {
    const page = await openWindow(browser, url, { ...screen, ignoreHTTPSErrors: true })
    errors.push(collectBrowserErrors(page))
    return page
  }
  async function join(options: SignUpOptions): Promise<Page> {
    const page = await open(options.as === 'Mentee' ? phone : desktop)
    await signUp(page, production, options)
    return page
  }
  async function invite(firstName: string): Promise<{ page: Page; email: string }> {
    const staff = await callsOf(office.context(), url)
    const email = `${firstName.toLowerCase()}@newcomers.example`
    const about = { email, role: 'SafeguardingLead', first_name: firstName, last_name: 'Sethi', new_primary_language: 'en' }
    await staff('POST', '/api/v2/staff/people/', about)
    const page = await open(desktop)
    await enterByLink(page, await production.mailTo(email, /token=/))
    await linkAuthenticator(page)
    return { page, email }
  }
  return { errors, join, invite }
}

async function report(asha: Page): Promise<void> {
  await openConversation(asha, /Ravi/)
  await expect(asha.getByRole('log').getByText(words)).toBeVisible()
  await asha.getByRole('button', { name: /^Report or block Ravi/ }).click()
  await dialogOf(asha).getByRole('button', { name: 'Wants to meet alone, or asks for photos' }).click()
  await expect(dialogOf(asha).getByText('We have it')).toBeVisible()
  await expect(dialogOf(asha).getByRole('link', { name: /1098/ }).first()).toBeVisible()
}

/** From the queue to the window of messages, and to the second approval. */
async function lookWithReason(vikram: Page): Promise<void> {
  await vikram.getByRole('link', { name: /Safety desk/ }).click()
  await vikram.getByRole('button', { name: 'Show words' }).first().click()
  await expect(vikram.getByText('Please do not tell him')).toBeVisible()
  await vikram.getByRole('button', { name: /^Take it/ }).click()
  await expect(vikram.getByRole('heading', { level: 1, name: /^Case/ })).toBeVisible()
  expect(await vikram.locator('body').innerText()).not.toContain(words)
  await vikram.getByLabel('Reason').fill('To see what he asked')
  await vikram.getByRole('button', { name: 'Open the messages' }).click()
  await expect(vikram.getByText(words)).toBeVisible()
  await vikram.getByRole('button', { name: 'Close now' }).click()
  await vikram.getByRole('button', { name: 'I need to read more' }).click()
  await vikram.getByLabel('Reason').last().fill('Whether a place was named before')
  await vikram.getByRole('button', { name: 'Ask for the second approval' }).click()
  await expect(vikram.getByText('Waiting for the second approval')).toBeVisible()
}

async function turnSecondKey(farida: Page): Promise<void> {
  await farida.getByRole('link', { name: /Safety desk/ }).click()
  await expect(farida.getByText('Waits for you')).toBeVisible()
  await farida.getByRole('link', { name: 'Somebody wants to meet alone, or asks for photos' }).click()
  await farida.getByRole('button', { name: 'Give the second approval' }).click()
  await expect(farida.getByRole('button', { name: 'Read the conversation' })).toBeVisible()
}

/** Pauses the pair, answers, informs the police, and asks for the sign-off. */
async function actAndAnswer(vikram: Page): Promise<void> {
  const dialog = dialogOf(vikram)
  await vikram.getByRole('button', { name: 'Pause the pair' }).click()
  await dialog.getByLabel('Reason').fill('To keep her safe')
  await dialog.getByRole('button', { name: 'Do it' }).click()
  await expect(dialog).toHaveCount(0)
  await vikram.getByLabel('Your answer').fill(answer)
  await vikram.getByRole('button', { name: 'Send the answer' }).click()
  await expect(vikram.getByText(answer).first()).toBeVisible()
  await expect(vikram.getByText('Still missing: Legal duty done.')).toBeVisible()
  await vikram.getByRole('button', { name: 'Write it down: Tell the police unit' }).click()
  await dialog.getByLabel('Unit, name of the officer, and number of the report').fill('SI Kumari, police unit Ranchi')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await vikram.getByRole('button', { name: 'Close case' }).click()
  await dialog.getByLabel('Decision, in words that can be read in a year').fill('The pair rests, the police know')
  await dialog.getByRole('button', { name: 'Ask for sign-off' }).click()
  await expect(vikram.getByText('A colleague has to sign this case off.')).toBeVisible()
}

async function eraseMessage(vikram: Page, readers: readonly Page[]): Promise<void> {
  await vikram.getByRole('button', { name: 'Erase for everyone' }).first().click()
  await dialogOf(vikram).getByRole('button', { name: 'Erase for everyone' }).click()
  await expect(vikram.getByText('Erased in the conversation. This copy stays.')).toBeVisible()
  for (const page of readers) {
    await openConversation(page, /Asha|Ravi/)
    await expect(page.getByRole('log').getByText('This message was removed.')).toBeVisible()
    await expect(page.getByRole('log').getByText(words)).toHaveCount(0)
  }
}

async function signOff(farida: Page): Promise<void> {
  await farida.getByRole('button', { name: 'Sign off' }).click()
  await dialogOf(farida).getByRole('button', { name: 'Sign off' }).click()
  await expect(farida.getByRole('button', { name: 'Open the case again' })).toBeVisible()
}

async function readAnswer(asha: Page): Promise<void> {
  // An open conversation covers the bell on a phone.
  await asha.goto('/learninghub')
  await expect(bell(asha)).toHaveAccessibleName(/unread/)
  await bell(asha).click()
  await asha
    .getByRole('dialog', { name: 'Notices' })
    .getByRole('link', { name: /The team has answered you/ })
    .click()
  await expect(asha.getByRole('heading', { level: 1, name: 'My reports' })).toBeVisible()
  await expect(asha.getByText(answer)).toBeVisible()
  await expect(asha.getByText(/^Read by .*Vikram Sethi/)).toBeVisible()
}

/** Both see who looked, when and why. */
async function expectLooks(page: Page): Promise<void> {
  await page.goto('/profile')
  await expect(page.getByText('Read messages around a report').first()).toBeVisible()
  await expect(page.getByText(/^Vikram Sethi · To see what he asked/).first()).toBeVisible()
  await expect(page.getByText(/^Vikram Sethi · Whether a place was named before/).first()).toBeVisible()
}

test('@once [SAF-02] asha reports a message, two leads look and act, she reads the answer, and ravi learns nothing before', async ({
  page: office,
  production,
}, info) => {
  const { url } = production
  let stations = 0
  const shoot = (page: Page, name: string) =>
    page.screenshot({ path: info.outputPath(`${String((stations += 1)).padStart(2, '0')}-${name}.png`), fullPage: true })
  const staff = await enterAsAdministrator(office, production)
  const browser = await launchCaller()
  const { errors, join, invite } = await gather(browser, production, office)
  const { page: vikram, email } = await invite('Vikram')
  const { page: farida } = await invite('Farida')
  const asha = await join({ firstName: 'Asha', as: 'Mentee', program: 'Saathi one to one' })
  const ravi = await join({ firstName: 'Ravi', as: 'Mentor', institutionCode: 'ABC-1234' })
  const [mentor, mentee] = [await idOf(ravi, url), await idOf(asha, url)]
  await staff('POST', '/api/v2/staff/mentorships/', { mentor, mentees: [mentee], reason: 'Both asked for it.' })
  await openConversation(ravi, /Asha/)
  await ravi.getByRole('textbox', { name: 'Message' }).fill(words)
  await ravi.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(ravi.getByRole('log').getByText(words)).toBeVisible()
  const raviBefore = await noticesOf(ravi, url)

  await report(asha)
  await shoot(asha, 'reported')
  await dialogOf(asha).getByLabel('Say more, in your own words').fill('Please do not tell him')
  await dialogOf(asha).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialogOf(asha).getByText('We added this to your report.')).toBeVisible()
  await dialogOf(asha).getByRole('button', { name: 'Back', exact: true }).click()
  expect(await noticesOf(vikram, url)).toContain('An urgent report waits for you')
  await production.mailTo(email, /An urgent report waits for you/)

  await lookWithReason(vikram)
  await shoot(vikram, 'second-key-asked')
  await turnSecondKey(farida)
  await vikram.getByRole('button', { name: 'Read the conversation' }).click()
  await expect(vikram.getByText(words)).toBeVisible()
  await shoot(vikram, 'conversation')
  expect(await noticesOf(ravi, url)).toEqual(raviBefore)
  await ravi.goto('/profile')
  await expect(ravi.getByRole('heading', { name: 'Who looked at my data' })).toBeVisible()
  await expect(ravi.getByText('Read messages around a report')).toHaveCount(0)

  await eraseMessage(vikram, [asha, ravi])
  await actAndAnswer(vikram)
  await shoot(vikram, 'to-sign-off')
  await signOff(farida)
  await shoot(farida, 'closed')
  await readAnswer(asha)
  await shoot(asha, 'answer')
  expect(await noticesOf(ravi, url)).toContain('The team has paused your conversation')
  for (const page of [asha, ravi]) await expectLooks(page)
  await shoot(ravi, 'who-looked')
  expect(errors.flat()).toEqual([])
  await browser.close()
})
