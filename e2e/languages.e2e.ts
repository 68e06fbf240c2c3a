import { readdirSync, readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { expectNothingCutOff } from './cut-off.ts'
import { readSession, authHeaders } from './learner.ts'
import { mailedCode, newAddress, strongPassword } from './mailed-code.ts'
import { expect, collectBrowserErrors, test } from './world.ts'

const languages = ['bn', 'en', 'hi', 'kn', 'mr', 'ta', 'te']
/** The narrowest phone that is supported. */
const smallPhone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

type Words = (key: string) => string

/** The texts of a language as the page uses them, with English as the fallback. */
function wordsOf(language: string): Words {
  const read = (code: string): Record<string, string> => {
    const folder = new URL(`../contract/texts/${code}/`, import.meta.url)
    return Object.assign({}, ...readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
  }
  const texts = { ...read('en'), ...read(language) }
  return (key) => texts[key] ?? key
}

async function openWindow(context: BrowserContext, language: string): Promise<Page> {
  await context.addInitScript((code) => localStorage.setItem('saathi.language', code), language)
  return context.newPage()
}

const expectLanguage = (page: Page, language: string) => expect(page.locator('html')).toHaveAttribute('lang', language)
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

for (const language of languages) {
  test(`@once [NAV-06] signing in and up fits a small phone in ${language}`, async ({ browser, world }) => {
    const t = wordsOf(language)
    const context = await browser.newContext({ ...smallPhone, baseURL: world.url })
    const page = await openWindow(context, language)
    const browserErrors = collectBrowserErrors(page)
    const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()

    await page.goto('/signin')
    await heading(page, t('signIn.title'))
    await expectLanguage(page, language)
    await expectNothingCutOff(page, 'sign-in')
    await page.getByLabel(t('signIn.email')).fill('nobody')
    await press('signIn.submit')
    await expect(page.getByText(t('signIn.emailMalformed'))).toBeVisible()
    await expectNothingCutOff(page, 'sign-in with faults')

    const email = newAddress(`reader-${language}`)
    await page.goto('/emailverify')
    await heading(page, t('sendOtp.title'))
    await expectNothingCutOff(page, 'e-mail')
    await page.getByLabel(t('signIn.email')).fill(email)
    await press('sendOtp.submit')
    await heading(page, t('code.title'))
    await expectNothingCutOff(page, 'code')
    await page.getByLabel(t('code.label')).fill(await mailedCode(context.request, email))
    await press('wayIn.continue')
    await heading(page, t('newPassword.title'))
    await expectNothingCutOff(page, 'password')
    await page.getByLabel(t('newPassword.label'), { exact: true }).fill(strongPassword)
    await page.getByLabel(t('newPassword.confirm')).fill(strongPassword)
    await press('newPassword.submit')
    await heading(page, t('signUp.who'))
    await expectNothingCutOff(page, 'who')
    await page.getByText(t('signUp.mentee'), { exact: true }).click()
    await press('wayIn.continue')
    await heading(page, t('signUp.declaration'))
    await page.getByRole('checkbox', { name: t('signUp.accept') }).check()
    await expectNothingCutOff(page, 'declaration')
    await press('wayIn.continue')
    await heading(page, t('signUp.details'))
    await expectNothingCutOff(page, 'details')
    expect(browserErrors).toEqual([])
    await context.close()
  })
}

/** The language is stored in the account, and the server is shared: the test must set it back. */
async function setLanguage(context: BrowserContext, url: string, language: string): Promise<void> {
  const headers = await authHeaders(context, url)
  const answer = await context.request.put(`${url}/api/v2/users/primary_language/${language}/`, { headers })
  if (!answer.ok()) throw new Error(`${language} was answered with ${answer.status()}`)
}

for (const language of languages) {
  test(`@once [NAV-06] the pages inside fit a small phone in ${language}`, async ({ browser, world }) => {
    const t = wordsOf(language)
    const context = await browser.newContext({ ...smallPhone, baseURL: world.url })
    await signInAs(context, world.url, 'asha')
    const session = await readSession(context, world.url, 'First salary, first plan')
    const [step] = session.sessionSteps
    const quiz = step?.content.find((item) => item.quiz)?.quiz
    await setLanguage(context, world.url, language)
    const page = await openWindow(context, language)
    const browserErrors = collectBrowserErrors(page)
    const checkPage = async (where: string) => {
      await expectLanguage(page, language)
      await page.waitForLoadState('networkidle')
      await expectNothingCutOff(page, where)
    }
    try {
      for (const path of [
        '/learninghub',
        '/learninghub/allsession',
        `/session/sessionintroduction/${session.id}`,
        `/session/step?session=${session.id}`,
        `/session/step/quiz/?session=${session.id}&step=${step?.id}&quiz=${quiz?.id}`,
        `/session/step/sessionfeedback/?session=${session.id}`,
        '/mentorship',
        '/profile',
        '/moreinfo',
      ]) {
        await page.goto(path)
        await expect(page.locator('h1').first()).toBeVisible()
        await checkPage(path)
      }
      await page.goto('/chat/messenger')
      const list = page.getByRole('navigation', { name: t('chat.conversations') })
      const conversation = list.getByRole('button', { name: /Ravi/ }).first()
      await expect(conversation).toBeVisible()
      await checkPage('messenger')
      await conversation.click()
      await expect(page.getByRole('log')).toBeVisible()
      await checkPage('conversation')
      await page.goto('/learninghub')
      const bar = page.getByRole('banner')
      await bar.getByRole('button', { name: new RegExp(`^${t('bell.title')}`) }).click()
      await expect(page.getByRole('dialog', { name: t('bell.title') })).toBeVisible()
      await checkPage('bell')
      await page.keyboard.press('Escape')
      await bar.getByRole('button', { name: new RegExp(`^${language}, `) }).click()
      for (const code of languages) await expect(page.locator(`[role=menuitemradio][lang=${code}]`)).toBeVisible()
      await checkPage('languages')
      expect(browserErrors).toEqual([])
    } finally {
      await setLanguage(context, world.url, 'en')
      await context.close()
    }
  })
}

/** The scripts whose fonts the page has fetched, sorted by name. */
function listenForFonts(page: Page): () => string[] {
  const fonts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.add(/anek-(\w+)/.exec(request.url())?.[1] ?? request.url())
  })
  return () => [...fonts].toSorted()
}

const scripts = { bn: 'bangla', hi: 'devanagari', kn: 'kannada', mr: 'devanagari', ta: 'tamil', te: 'telugu' }

async function expectOwnFont(page: Page, language: keyof typeof scripts, fonts: () => string[]) {
  await heading(page, wordsOf(language)('signIn.title'))
  await expectLanguage(page, language)
  const expected = ['latin', scripts[language]].toSorted()
  await expect.poll(fonts).toEqual(expected)
  await page.waitForLoadState('networkidle')
  expect(fonts()).toEqual(expected)
  const title = page.getByRole('heading', { level: 1 })
  const family = () => title.evaluate((element) => getComputedStyle(element).fontFamily.replaceAll('"', '').split(',')[0])
  await expect.poll(async () => (await family())?.toLowerCase()).toBe(`anek ${scripts[language]}`)
}

/** What the browser has fetched before the texts look right. */
const fontsFetched = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('.woff2'))
      .map(({ name, encodedBodySize }) => ({ name: name.replace(/.*\//, ''), kb: encodedBodySize / 1024 })),
  )

for (const language of ['bn', 'hi', 'kn', 'mr', 'ta', 'te'] as const) {
  test(`@once [NAV-06] ${language} fetches the font of its script and no other script`, async ({ browser, world }) => {
    const context = await browser.newContext({ ...smallPhone, baseURL: world.url })
    const page = await openWindow(context, language)
    const fonts = listenForFonts(page)
    await page.goto('/signin')
    await expectOwnFont(page, language, fonts)
    const files = await fontsFetched(page)
    expect(files.filter(({ name }) => !/latin|first/.test(name))).toEqual([])
    const own = files.filter(({ name }) => name.includes(`${scripts[language]}-first`))
    expect(own).toHaveLength(1)
    expect(own[0]?.kb, 'KB of the font').toBeGreaterThan(20)
    expect(own[0]?.kb, 'KB of the font').toBeLessThanOrEqual(90)
    await context.close()
  })
}

for (const language of ['bn', 'kn', 'te'] as const) {
  test(`@once [NAV-06] ${language} fetches its font when it is chosen in the list`, async ({ browser, world }) => {
    const context = await browser.newContext({ ...smallPhone, baseURL: world.url })
    const page = await context.newPage()
    const fonts = listenForFonts(page)
    await page.goto('/signin')
    await page.getByLabel(wordsOf('en')('signIn.language')).selectOption(language)
    await expectOwnFont(page, language, fonts)
    await context.close()
  })
}

test('@once [NAV-06] the language list loads no font, and with less data no language does', async ({ browser, world }) => {
  const context = await browser.newContext({ ...smallPhone, baseURL: world.url })
  await signInAs(context, world.url, 'asha')
  const page = await context.newPage()
  const fonts = listenForFonts(page)
  await page.goto('/learninghub')
  await page.getByRole('banner').getByRole('button', { name: /^en, / }).click()
  for (const code of languages) await expect(page.locator(`[role=menuitemradio][lang=${code}]`)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(fonts()).toEqual(['latin'])
  await context.close()

  const saving = await browser.newContext({ ...smallPhone, baseURL: world.url })
  await saving.addInitScript(() => localStorage.setItem('saathi.dataLight', 'on'))
  const light = await openWindow(saving, 'te')
  const fetched = listenForFonts(light)
  await light.goto('/signin')
  await heading(light, wordsOf('te')('signIn.title'))
  await light.waitForLoadState('networkidle')
  expect(fetched()).toEqual(['latin'])
  await saving.close()
})

test('@once [NAV-10] Bengali and Marathi pages write dates with Western digits', async ({ browser, world }) => {
  const context = await browser.newContext({ ...smallPhone, baseURL: world.url })
  await signInAs(context, world.url, 'asha')
  const page = await context.newPage()
  try {
    for (const language of ['bn', 'mr']) {
      await setLanguage(context, world.url, language)
      await page.goto('/profile')
      await expectLanguage(page, language)
      await expect(page.locator('h1').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('main')).toContainText(/\d/)
      await expect(page.locator('main')).not.toContainText(/[\u0966-\u096f\u09e6-\u09ef]/)
    }
  } finally {
    await setLanguage(context, world.url, 'en')
    await context.close()
  }
})
