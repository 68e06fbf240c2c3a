import type { Page } from '@playwright/test'
import { authHeaders } from '../learner.ts'

/**
 * Changes the language of an open page as if another tab had, so that its dialogs stay open. 'own': the language in which it was
 * opened first.
 */
export function openLanguageSwitch(page: Page, url: string): (language: string) => Promise<void> {
  const context = page.context()
  let headers: { authorization: string } | undefined
  let own: string | undefined

  async function saveInAccount(language: string): Promise<void> {
    const isSignedIn = await page.evaluate(() => localStorage.getItem('saathi.signedIn') !== null && navigator.onLine)
    if (!isSignedIn) return
    headers ??= await authHeaders(context, url)
    const answer = await context.request.put(`${url}/api/v2/users/primary_language/${language}/`, { headers })
    if (!answer.ok()) throw new Error(`${language} was answered with ${answer.status()}`)
  }

  return async (language) => {
    own ??= await page.evaluate(() => document.documentElement.lang)
    const code = language === 'own' ? own : language
    await saveInAccount(code)
    await page.evaluate((chosen) => {
      const tabs = new BroadcastChannel('saathi')
      tabs.postMessage({ type: 'language', code: chosen })
      tabs.close()
    }, code)
    await page.waitForFunction((chosen) => document.documentElement.lang === chosen, code)
  }
}
