import type { Browser, Page } from '@playwright/test'
import {
  answerQuestion,
  barOf,
  callFromChat,
  chooseMore,
  expectSeesAndHears,
  hangUp,
  launchCaller,
  openCaller,
  peopleOf,
  sendCaption,
  recordingSign,
  tileOf,
  waitForPicture,
} from './callers.ts'
import { expectAxeClean, expectFitsEveryWidth } from './screen.ts'
import { expect, collectBrowserErrors, test } from './world.ts'

const circle = /and group/
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'light' } as const
const question = (page: Page) => page.getByRole('heading', { name: 'May we record this call?' })
const linkOf = (page: Page) => new URL(page.url()).pathname

const launched: Browser[] = []
async function launch(): Promise<Browser> {
  const browser = await launchCaller()
  launched.push(browser)
  return browser
}
test.afterEach(async () => {
  await Promise.all(launched.splice(0).map((browser) => browser.close()))
})

/** Meera calls her circle and Arjun joins by the link; both agree to be recorded unless stated otherwise. */
async function callOfTwo(url: string, answers: { meera: 'Yes' | 'No'; arjun: 'Yes' | 'No' } = { meera: 'Yes', arjun: 'Yes' }) {
  const browser = await launch()
  const [meera, arjun] = [await openCaller(browser, url, 'meera'), await openCaller(browser, url, 'arjun', phone)]
  await callFromChat(meera, circle, answers.meera)
  const link = linkOf(meera)
  await arjun.goto(link)
  await answerQuestion(arjun, answers.arjun)
  await expect(tileOf(meera, 'Arjun')).toBeVisible()
  return { meera, arjun, link }
}

/** Wait for the live socket: a call that started before it opened does not ring. */
async function waitForCalls(page: Page): Promise<void> {
  const ringer = page.waitForResponse((response) => response.url().includes('video-slot'))
  await page.goto('/chat/messenger')
  await ringer
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: circle }).click()
  await expect(page.getByRole('log').getByRole('article').first()).toBeVisible()
}

test('[VID-04] @once in a call of three browsers each sees and hears the other two', async ({ world }) => {
  const browser = await launch()
  const meera = await openCaller(browser, world.url, 'meera')
  const arjun = await openCaller(browser, world.url, 'arjun', phone)
  const imran = await openCaller(await launch(), world.url, 'imran')
  const browserErrors = [meera, arjun, imran].flatMap(collectBrowserErrors)
  await waitForCalls(arjun)

  await callFromChat(meera, circle)
  await expectAxeClean(meera)
  const link = linkOf(meera)

  const ringing = arjun.getByRole('alertdialog', { name: /Meera/ })
  await ringing.getByRole('button', { name: 'Answer' }).click()
  await expect(question(arjun)).toBeVisible()
  await expectAxeClean(arjun)
  await answerQuestion(arjun, 'Yes')
  await waitForPicture(arjun, 'Meera')
  await expectSeesAndHears(meera, 1)

  await imran.goto(link)
  await answerQuestion(imran, 'Yes')
  for (const page of [meera, arjun, imran]) await expectSeesAndHears(page, 2)
  await expectAxeClean(meera)
  await expectAxeClean(arjun)

  const kavya = await openCaller(browser, world.url, 'kavya')
  await kavya.goto(link)
  await answerQuestion(kavya, 'No')
  await expectSeesAndHears(kavya, 3)
  await expectFitsEveryWidth(kavya)
  await hangUp(kavya)
  await expectAxeClean(kavya)
  expect(browserErrors).toEqual([])
})

test('[VID-05] @once a killed browser can rejoin, and a reloaded page rejoins directly', async ({ world }) => {
  const { meera, arjun, link } = await callOfTwo(world.url)
  const killedBrowser = await launch()
  const imran = await openCaller(killedBrowser, world.url, 'imran')
  await imran.goto(link)
  await answerQuestion(imran, 'Yes')
  await expect(tileOf(meera, 'Imran')).toBeVisible()
  await killedBrowser.close()
  await expect(tileOf(meera, 'Imran')).toHaveCount(0, { timeout: 40_000 })
  await expectSeesAndHears(meera, 1)

  const again = await openCaller(await launch(), world.url, 'imran')
  await again.goto(link)
  await answerQuestion(again, 'Yes')
  await expectSeesAndHears(again, 2)
  await expectSeesAndHears(meera, 2)

  await arjun.reload()
  await expect(barOf(arjun)).toBeVisible()
  await expect(question(arjun)).toHaveCount(0)
  await expectSeesAndHears(arjun, 2)
  await expect(peopleOf(meera).getByRole('listitem')).toHaveCount(3)
})

test('[VID-05] @once a lost network reconnects to the same call', async ({ world }) => {
  const { meera, arjun } = await callOfTwo(world.url)
  await expectSeesAndHears(meera, 1)
  await arjun.context().setOffline(true)
  await expect(arjun.getByText(/The connection was lost/)).toBeVisible()
  await arjun.context().setOffline(false)
  await expect(arjun.getByText(/The connection was lost/)).toHaveCount(0)
  await expectSeesAndHears(arjun, 1)
  await expect(peopleOf(meera).getByRole('listitem')).toHaveCount(2)
})

test('[VID-03] @once recording runs while all agree; one refusal stops it for all, and no further piece is accepted', async ({
  world,
}) => {
  const { meera, arjun } = await callOfTwo(world.url, { meera: 'Yes', arjun: 'No' })
  await expect(recordingSign(meera)).toHaveCount(0)
  await barOf(meera).getByRole('button', { name: 'More' }).click()
  await expect(meera.getByRole('dialog').getByRole('button', { name: 'Start recording' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await meera.keyboard.press('Escape')

  const piece = meera.waitForRequest((request) => request.url().includes('/recording/pieces/'))
  await chooseMore(arjun, 'Allow recording')
  for (const page of [meera, arjun]) await expect(recordingSign(page)).toBeAttached()
  const taken = await (await piece).response()
  expect(taken?.status()).toBe(200)

  await chooseMore(arjun, "Don't record me")
  for (const page of [meera, arjun]) await expect(recordingSign(page)).toHaveCount(0)
  const sent = await piece
  const segment = await meera.evaluate(() => globalThis.requestedSegment)
  const late = await meera.request.post(sent.url(), {
    headers: { authorization: (await sent.headerValue('authorization')) ?? '' },
    multipart: {
      segment_id: segment ?? '',
      piece_number: 1,
      offset: 1,
      is_last: 'false',
      piece: { name: 'piece', mimeType: 'video/webm', buffer: Buffer.from('late') },
    },
  })
  expect(late.status()).toBe(409)
  expect(await late.json()).toMatchObject({ code: 'video.segment_over' })

  await arjun.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  await chooseMore(arjun, 'Allow recording')
  for (const page of [meera, arjun]) await expect(recordingSign(page)).toBeAttached()
})

test('[VID-10] @once a non-member learns only that the link does not work', async ({ world }) => {
  const browser = await launch()
  const meera = await openCaller(browser, world.url, 'meera')
  await callFromChat(meera, circle)
  const outsider = await openCaller(browser, world.url, 'asha', phone)
  await outsider.goto(linkOf(meera))
  await expect(outsider.getByText('This meeting link does not work')).toBeVisible()
  await expect(outsider.getByText(/Meera/)).toHaveCount(0)
  await expectAxeClean(outsider)
  await expectFitsEveryWidth(outsider)
})

test('[VID-08] @once a recorded call produces a summary in the chat, which can be rated', async ({ world }) => {
  const browser = await launch()
  // A pair that has had no call before.
  const [neha, suresh] = [await openCaller(browser, world.url, 'neha'), await openCaller(browser, world.url, 'suresh')]
  await callFromChat(neha, /Suresh/)
  const link = linkOf(neha)
  await suresh.goto(link)
  await answerQuestion(suresh, 'Yes')
  await expect(recordingSign(suresh)).toBeVisible()
  const piece = neha.waitForResponse((response) => response.url().includes('/recording/pieces/') && response.ok())
  await sendCaption(suresh, 'We decided that Neha writes to two clinics before Friday.')
  await sendCaption(neha, 'I will send you both letters on Wednesday evening.')
  await piece
  await hangUp(neha)
  await expect(neha.getByText(/You left the call with Suresh/)).toBeVisible()
  await hangUp(suresh)

  await neha.getByRole('link', { name: 'Open chat' }).click()
  await expect(neha.getByText('Accuracy of information provided?')).toBeVisible({ timeout: 60_000 })
  await neha.getByRole('radio', { name: '5 of 5, very good' }).check({ force: true })
  await neha.getByRole('button', { name: 'Submit' }).click()
  await expect(neha.getByText('Thank you. That helps us.')).toBeVisible()

  const opened = neha.getByRole('dialog')
  await neha.getByRole('button', { name: /Transcript of the call/ }).click()
  await expect(opened.getByText(/Suresh Pillai: .*two clinics/)).toBeVisible()
  await expect(opened.getByText(/Neha Kapoor: .*both letters/)).toBeVisible()
  await opened.getByRole('button', { name: 'Close' }).click()
  await neha.getByRole('button', { name: /Summary of the call/ }).click()
  await expect(opened.getByText(/two clinics/).first()).toBeVisible()
  await opened.getByRole('button', { name: 'Close' }).click()
  await neha.getByRole('button', { name: /Watch the call/ }).click()
  await expect
    .poll(() => opened.locator('video').evaluate((film) => film instanceof HTMLVideoElement && film.readyState > 0))
    .toBe(true)
})

test('[DAY-21] @once a call is declined with words; the next one has chat, a bar to return, and a notice for the one left alone', async ({
  world,
}) => {
  const browser = await launch()
  const [neha, suresh] = [await openCaller(browser, world.url, 'neha', phone), await openCaller(browser, world.url, 'suresh')]
  await suresh.goto('/mentorship')
  await callFromChat(neha, /Suresh/)
  await expect(neha.getByRole('heading', { name: 'Calling Suresh…' })).toBeVisible()
  await expectAxeClean(neha)
  const ringing = suresh.getByRole('alertdialog', { name: /Neha/ })
  await expect(ringing).toBeVisible()
  await expectAxeClean(suresh)
  await ringing.getByRole('button', { name: 'Decline with a message' }).click()
  await ringing.getByRole('textbox').fill('In a meeting. At half past eight?')
  await ringing.getByRole('button', { name: 'Send and decline' }).click()
  await expect(neha.getByRole('heading', { name: "Suresh can't talk now" })).toBeVisible()
  await expect(neha.getByText('In a meeting. At half past eight?')).toBeVisible()
  await expectAxeClean(neha)
  await neha.getByRole('link', { name: 'Open chat' }).click()
  await expect(neha.getByRole('article', { name: 'Video call · no answer' }).first()).toBeVisible()

  await callFromChat(neha, /Suresh/)
  await ringing.getByRole('button', { name: 'Answer' }).click()
  await answerQuestion(suresh, 'Yes')
  await expect(neha.getByText('Recording has started. Everyone said yes.')).toBeVisible()
  await barOf(neha).getByRole('button', { name: 'Chat' }).click()
  const inCall = neha.getByRole('complementary', { name: 'Chat in this call' })
  await inCall.getByRole('textbox', { name: 'Message' }).fill('Here is the question I meant.')
  await inCall.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(barOf(suresh).getByText(/unread message/)).toBeAttached()
  await barOf(suresh).getByRole('button', { name: 'Chat' }).click()
  await expect(suresh.getByRole('log').getByText('Here is the question I meant.')).toBeVisible()
  for (const page of [neha, suresh]) await expectAxeClean(page)
  await expectFitsEveryWidth(neha)
  await inCall.getByRole('button', { name: 'Close chat' }).click()
  await suresh.goto('/learninghub')
  const bar = suresh.getByRole('region', { name: 'Call in progress' })
  await expect(bar.getByText('Neha in the call')).toBeVisible()
  await expectAxeClean(suresh)
  await bar.getByRole('link', { name: 'Return' }).click()
  await expect(barOf(suresh)).toBeVisible()
  await hangUp(suresh)
  await expect(neha.getByRole('heading', { name: "Suresh left. You're the only one here." })).toBeVisible()
  await expect(neha.getByRole('timer')).toHaveText(/ends in 1:/)
  await expectAxeClean(neha)
  await expectFitsEveryWidth(neha)
})
