import { expect, type Page } from '@playwright/test'
import { authHeaders } from '../learner.ts'

/**
 * Changes the language of an open page as if another tab had, so that its dialogs stay open. 'own': the language in which it was
 * opened first. A page without a network gets one for the change, because it has no texts of other languages.
 */
export function openLanguageSwitch(page: Page, url: string): (language: string) => Promise<void> {
  const context = page.context()
  let headers: { authorization: string } | undefined
  let own: string | undefined
  let pending = 0
  page.on('request', () => (pending += 1))
  page.on('requestfinished', () => (pending -= 1))
  page.on('requestfailed', () => (pending -= 1))

  async function saveInAccount(language: string): Promise<void> {
    const isSignedIn = await page.evaluate(() => localStorage.getItem('saathi.signedIn') !== null)
    if (!isSignedIn) return
    headers ??= await authHeaders(context, url)
    const answer = await context.request.put(`${url}/api/v2/users/primary_language/${language}/`, { headers })
    if (!answer.ok()) throw new Error(`${language} was answered with ${answer.status()}`)
  }

  async function change(language: string): Promise<void> {
    await saveInAccount(language)
    await page.evaluate((chosen) => {
      const tabs = new BroadcastChannel('saathi')
      tabs.postMessage({ type: 'language', code: chosen })
      tabs.close()
    }, language)
    await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language)
  }

  return async (language) => {
    own ??= await page.evaluate(() => document.documentElement.lang)
    const isOnline = await page.evaluate(() => navigator.onLine)
    if (!isOnline) {
      // Without a network nothing is under way.
      pending = 0
      await context.setOffline(false)
    }
    await change(language === 'own' ? own : language)
    if (isOnline) return
    await expect.poll(() => pending, { message: 'requests under way' }).toBeLessThanOrEqual(0)
    await context.setOffline(true)
  }
}
