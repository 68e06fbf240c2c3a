import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { chromiumLaunch } from '../scripts/system-needs.ts'
import { expectAxeClean, expectFitsEveryWidth } from './screen.ts'
import { startWorkerSite } from './worker-site.ts'
import { expect, collectBrowserErrors, test } from './world.ts'

const message = {
  title: 'New messages for you',
  text: 'Someone has written to you in the Saathi chat.',
  link: '/chat/messenger?channel=7',
  tag: 'chat 7',
}

/** Delivers a push message like the browser's push service. */
async function deliver(context: BrowserContext, page: Page, origin: string, data: string) {
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (own) resolve(own.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  await cdp.detach()
}

type ShownNotification = { title: string; body: string; tag: string; data: unknown }

test('[PLT-02] @smoke @once a push message is shown while no page is open, and only the newest of a topic', async () => {
  // The headless shell cannot show notifications.
  const browser = await chromium.launch(await chromiumLaunch())
  const site = await startWorkerSite()
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  try {
    await context.grantPermissions(['notifications'], { origin: site.url })
    const page = await context.newPage()
    await page.goto(site.url)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js', { type: 'module' })
      await navigator.serviceWorker.ready
    })
    const shown = () =>
      page.evaluate(async (): Promise<ShownNotification[]> => {
        const registration = await navigator.serviceWorker.ready
        const all = await registration.getNotifications()
        return all.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
      })

    await page.goto('about:blank')
    await deliver(context, page, site.url, JSON.stringify({ ...message, text: 'Older' }))
    await deliver(context, page, site.url, JSON.stringify(message))
    await deliver(context, page, site.url, 'not one of our messages')
    await page.goto(site.url)
    await expect
      .poll(shown)
      .toEqual([{ title: message.title, body: message.text, tag: message.tag, data: { link: message.link } }])
  } finally {
    await browser.close()
    await site.stop()
  }
})

test('[PLT-02] a blocked permission is explained on the profile without browser errors', async ({ page, context, world }) => {
  const browserErrors = collectBrowserErrors(page)
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await signInAs(context, world.url, 'sunil')
  await page.goto('/profile')
  const device = page.getByRole('switch', { name: 'Push notifications on this device' })
  await expect(device).toHaveAttribute('aria-disabled', 'true')
  await expect(device).not.toBeChecked()
  await expect(page.getByText(/Notices are switched off for Saathi in this browser/)).toBeVisible()
  await expectAxeClean(page)
  await expectFitsEveryWidth(page)
  expect(browserErrors).toEqual([])
})

test('[PLT-02] each kind can be switched per device and quiet hours changed, and both survive a reload', async ({
  page,
  context,
  world,
}) => {
  await signInAs(context, world.url, 'sunil')
  await page.goto('/profile')
  const chat = page.getByRole('switch', { name: 'Messages: On your devices' })
  await expect(chat).toBeChecked()
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/notices/choices/') && response.request().method() === 'PUT',
  )
  await chat.press('Space')
  expect((await saved).ok()).toBe(true)
  const until = page.getByRole('group', { name: 'Quiet hours' }).getByLabel('Until')
  await until.fill('06:30')
  await page.getByRole('button', { name: 'Save these times' }).click()
  await expect(page.getByText('Your quiet hours are saved.')).toBeAttached()
  await page.reload()
  await expect(chat).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Messages: In Saathi' })).toBeChecked()
  await expect(until).toHaveValue('06:30')
  // Restore the settings for later tests.
  await chat.press('Space')
  await until.fill('07:00')
  await page.getByRole('button', { name: 'Save these times' }).click()
  await expect(page.getByText('Your quiet hours are saved.')).toBeAttached()
})
