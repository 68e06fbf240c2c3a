import type { BrowserContext, Locator, Page } from '@playwright/test'
import { enterAs } from '../scripts/enter-as.ts'
import { makeDataDir, removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { expect, listenForComplaints, openAs, test } from './world.ts'

/** Each screen has words of its own: both talk in the same conversation of the demo. */
const mark = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`

async function openWith(page: Page, name: RegExp): Promise<Locator> {
  await page.goto('/chat/messenger')
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name }).first().click()
  const log = page.getByRole('log')
  await expect(log).toBeVisible()
  return log
}

async function write(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill(text)
  await field.press('Enter')
}

/** What was said of these words, in the order in which it is shown. */
const saidOf = async (log: Locator, words: string) =>
  (await log.getByRole('article').allInnerTexts()).flatMap((text) => new RegExp(`${words} \\d+`).exec(text)?.[0] ?? [])

test('[CHT-18] @once two browsers talk through a killed server and a cut network; nothing is lost, doubled or in another order', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const dataDir = makeDataDir()
  const first = await startPrivateServer({ dataDir })
  const port = Number(new URL(first.url).port)
  const contexts: BrowserContext[] = []
  const enter = async (name: string) => {
    const context = await browser.newContext({ baseURL: first.url })
    contexts.push(context)
    await enterAs(context, first.url, name)
    return context.newPage()
  }
  const asha = await enter('asha')
  const ravi = await enter('ravi')
  const words = mark('tide')
  const ofAsha = await openWith(asha, /Ravi/)
  const ofRavi = await openWith(ravi, /Asha/)

  await write(asha, `${words} 1`)
  await expect(ofRavi.getByText(`${words} 1`)).toBeVisible()

  await first.kill()
  await write(asha, `${words} 2`)
  await write(ravi, `${words} 3`)
  await expect(ofAsha.getByText(`${words} 2`)).toBeVisible()
  await expect(asha.getByText('Cannot connect to socket')).toBeVisible()
  const second = await startPrivateServer({ dataDir, port })
  await expect(ofRavi.getByText(`${words} 2`)).toBeVisible({ timeout: 60_000 })
  await expect(ofAsha.getByText(`${words} 3`)).toBeVisible({ timeout: 60_000 })

  await contexts[0]?.setOffline(true)
  await write(ravi, `${words} 4`)
  await write(asha, `${words} 5`)
  await expect(ofAsha.getByText(`${words} 5`)).toBeVisible()
  await contexts[0]?.setOffline(false)
  await expect(ofAsha.getByText(`${words} 4`)).toBeVisible({ timeout: 60_000 })
  await expect(ofRavi.getByText(`${words} 5`)).toBeVisible({ timeout: 60_000 })

  await expect(ofAsha.getByRole('img', { name: 'Sending' })).toHaveCount(0)
  const [here, there] = [await saidOf(ofAsha, words), await saidOf(ofRavi, words)]
  expect(here).toEqual(there)
  expect(here.toSorted()).toEqual([1, 2, 3, 4, 5].map((place) => `${words} ${place}`))

  await asha.reload()
  await expect(ofAsha.getByText(`${words} 5`)).toBeVisible()
  expect(await saidOf(ofAsha, words)).toEqual(there)

  for (const context of contexts) await context.close()
  await second.stop()
  removeDataDir(dataDir)
})

test('@smoke a conversation is read, answered and marked as read by thumb and by keyboard', async ({
  page,
  context,
  browser,
  world,
}, { project }) => {
  await enterAs(context, world.url, 'asha')
  const complaints = listenForComplaints(page)
  const words = mark(project.name)
  const log = await openWith(page, /Ravi/)
  const ravi = await openAs(browser, world.url, 'ravi')
  const ofRavi = await openWith(ravi, /Asha/)

  await write(page, `${words} 1`)
  await expect(ofRavi.getByText(`${words} 1`)).toBeVisible()
  // Ravi has it in view; the tick says so.
  await expect(
    log
      .getByRole('article')
      .filter({ hasText: `${words} 1` })
      .getByRole('img', { name: /^Seen/ }),
  ).toBeVisible()
  await write(ravi, `${words} 2`)
  await expect(log.getByText(`${words} 2`)).toBeVisible()

  if (project.name === 'phone') {
    await page.getByRole('button', { name: 'Back to messages' }).click()
    await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  }
  expect(complaints).toEqual([])
  await ravi.context().close()
})

test('@smoke [CHT-08] what is unread is counted in the menu, and read in one tab it is read in the other', async ({
  page,
  context,
  browser,
  world,
}, { project }) => {
  const people =
    project.name === 'phone' ? (['ravi', 'asha', /Ravi/, /Asha/] as const) : (['asha', 'ravi', /Asha/, /Ravi/] as const)
  const [me, other, myName, theirName] = people
  await enterAs(context, world.url, me)
  await page.goto('/moreinfo/faq')
  const tab = await context.newPage()
  await tab.goto('/chat/messenger')
  const row = tab.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: theirName })
  await expect(row).toBeVisible()

  const speaker = await openAs(browser, world.url, other)
  await openWith(speaker, myName)
  await write(speaker, `${mark('kite')} 1`)
  await expect(row).toContainText('unread')
  for (const at of [page, tab]) {
    const link = at.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Chat/ }).filter({ visible: true })
    await expect(link).toContainText('unread')
  }

  await page.bringToFront()
  await openWith(page, theirName)
  await expect(row).not.toContainText('unread')
  await speaker.context().close()
})

test('@smoke @once the assistant answers in its own channel, and older messages come without a jump', async ({
  page,
  context,
  world,
}) => {
  await enterAs(context, world.url, 'asha')
  const log = await openWith(page, /AI Assistant|Assistant/)
  const question = mark('How do I change my language?')
  await write(page, question)
  await expect(log.getByText(question)).toBeVisible()
  await expect(log.getByRole('article').last()).not.toContainText(question, { timeout: 60_000 })
  await openWith(page, /Ravi/)
  const box = page.getByRole('log')
  await expect
    .poll(() => box.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight))
    .toBeLessThan(40)
})
