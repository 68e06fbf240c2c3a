import type { BrowserContext, Locator, Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { makeDataDir, removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { expect, collectBrowserErrors, openAs, test } from './world.ts'

/** Different words in each browser project: both write in the same conversation of the demo. */
const uniqueWords = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`

async function openConversation(page: Page, name: RegExp): Promise<Locator> {
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

/** The messages with these words, in the order shown. */
const messagesWith = async (log: Locator, words: string) =>
  (await log.getByRole('article').allInnerTexts()).flatMap((text) => new RegExp(`${words} \\d+`).exec(text)?.[0] ?? [])

test('[CHT-18] @once two browsers chat through a killed server and a lost network without losing, duplicating or reordering messages', async ({
  browser,
}) => {
  const dataDir = makeDataDir()
  const first = await startPrivateServer({ dataDir })
  const port = Number(new URL(first.url).port)
  const contexts: BrowserContext[] = []
  const enter = async (name: string) => {
    const context = await browser.newContext({ baseURL: first.url })
    contexts.push(context)
    await signInAs(context, first.url, name)
    return context.newPage()
  }
  const asha = await enter('asha')
  const ravi = await enter('ravi')
  const words = uniqueWords('tide')
  const ofAsha = await openConversation(asha, /Ravi/)
  const ofRavi = await openConversation(ravi, /Asha/)

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
  const [here, there] = [await messagesWith(ofAsha, words), await messagesWith(ofRavi, words)]
  expect(here).toEqual(there)
  expect(here.toSorted()).toEqual([1, 2, 3, 4, 5].map((place) => `${words} ${place}`))

  await asha.reload()
  await expect(ofAsha.getByText(`${words} 5`)).toBeVisible()
  expect(await messagesWith(ofAsha, words)).toEqual(there)

  for (const context of contexts) await context.close()
  await second.stop()
  removeDataDir(dataDir)
})

test('@smoke a conversation is read, answered and marked as read by touch and by keyboard', async ({
  page,
  context,
  browser,
  world,
}, { project }) => {
  await signInAs(context, world.url, 'asha')
  const browserErrors = collectBrowserErrors(page)
  const words = uniqueWords(project.name)
  const log = await openConversation(page, /Ravi/)
  const ravi = await openAs(browser, world.url, 'ravi')
  const ofRavi = await openConversation(ravi, /Asha/)

  await write(page, `${words} 1`)
  await expect(ofRavi.getByText(`${words} 1`)).toBeVisible()
  // Ravi has the message in view, so the tick says so.
  await expect(
    log
      .getByRole('article')
      .filter({ hasText: `${words} 1` })
      .getByRole('img', { name: 'Read' }),
  ).toBeVisible()
  await write(ravi, `${words} 2`)
  await expect(log.getByText(`${words} 2`)).toBeVisible()

  if (project.name === 'phone') {
    await page.getByRole('button', { name: 'Back to messages' }).click()
    await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  }
  expect(browserErrors).toEqual([])
  await ravi.context().close()
})

test('@smoke [CHT-08] unread messages are counted in the menu, and reading them in one tab marks them read in the other', async ({
  page,
  context,
  browser,
  world,
}, { project }) => {
  const people =
    project.name === 'phone' ? (['ravi', 'asha', /Ravi/, /Asha/] as const) : (['asha', 'ravi', /Asha/, /Ravi/] as const)
  const [me, other, myName, theirName] = people
  await signInAs(context, world.url, me)
  await page.goto('/moreinfo/faq')
  const tab = await context.newPage()
  await tab.goto('/chat/messenger')
  const row = tab.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: theirName })
  await expect(row).toBeVisible()

  const speaker = await openAs(browser, world.url, other)
  await openConversation(speaker, myName)
  await write(speaker, `${uniqueWords('kite')} 1`)
  await expect(row).toContainText('unread')
  for (const at of [page, tab]) {
    const link = at.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Chat/ }).filter({ visible: true })
    await expect(link).toContainText('unread')
  }

  await page.bringToFront()
  await openConversation(page, theirName)
  await expect(row).not.toContainText('unread')
  await speaker.context().close()
})

test('@smoke @once the assistant answers in its own channel, and older messages load without a jump', async ({
  page,
  context,
  world,
}) => {
  await signInAs(context, world.url, 'asha')
  const log = await openConversation(page, /AI Assistant|Assistant/)
  const question = uniqueWords('How do I change my language?')
  await write(page, question)
  await expect(log.getByText(question)).toBeVisible()
  await expect(log.getByRole('article').last()).not.toContainText(question, { timeout: 60_000 })
  await openConversation(page, /Ravi/)
  const box = page.getByRole('log')
  await expect
    .poll(() => box.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight))
    .toBeLessThan(40)
})

test('[DAY-05] what one browser does with a message shows in the other: reply, reaction, edit and deletion', async ({
  page,
  context,
  browser,
  world,
}, { project }) => {
  await signInAs(context, world.url, 'asha')
  const words = uniqueWords(project.name)
  const log = await openConversation(page, /Ravi/)
  const ravi = await openAs(browser, world.url, 'ravi')
  const ofRavi = await openConversation(ravi, /Asha/)
  await write(page, `${words} 1`)
  const mine = log.getByRole('article').filter({ hasText: `${words} 1` })
  const theirs = ofRavi.getByRole('article').filter({ hasText: `${words} 1` })
  const openMenu = async (on: Page, message: Locator) => {
    await message.locator('[data-bubble]').click({ button: 'right' })
    return on.getByRole('dialog', { name: 'Message actions' })
  }

  await (await openMenu(ravi, theirs)).getByRole('button', { name: 'Namaste' }).click()
  await expect(mine.getByRole('button', { name: /^Namaste: Ravi/ })).toBeVisible()

  await (await openMenu(ravi, theirs)).getByRole('button', { name: 'Reply' }).click()
  await write(ravi, `${words} 2`)
  const answer = log.getByRole('article').filter({ hasText: `${words} 2` })
  await expect(answer.getByRole('button', { name: `You ${words} 1` })).toBeVisible()

  await (await openMenu(page, mine.first())).getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('form', { name: 'Edit message' }).getByRole('textbox').fill(`${words} 3`)
  await page.keyboard.press('Enter')
  await expect(ofRavi.getByText(`${words} 3`).first()).toBeVisible()
  await expect(ofRavi.getByRole('article').filter({ hasText: 'edited' }).last()).toBeVisible()

  const edited = log
    .getByRole('article')
    .filter({ hasText: `${words} 3` })
    .first()
  const menu = await openMenu(page, edited)
  await menu.getByRole('button', { name: /^Delete for everyone/ }).click()
  await menu.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(log.getByText('You deleted this message').last()).toBeVisible()
  await expect(ofRavi.getByText('This message was deleted').last()).toBeVisible()
  await expect(ofRavi.getByText(`${words} 3`)).toHaveCount(0)
  await ravi.context().close()
})
