import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { enterAs } from '../scripts/enter-as.ts'
import { chromiumLaunch } from '../scripts/system-needs.ts'
import { desktop } from './sizes.ts'

declare global {
  /** Every connection that the page has made, in that order. */
  var connectionsMade: RTCPeerConnection[]
  /** The page's own line of the call, by which a test says what a device without a voice cannot. */
  var callLine: WebSocket | undefined
  /** The last part of the recording that this page was asked to make. */
  var segmentAsked: string | null
}

export const flags = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
  // Names in place of addresses are answered by a service that not every machine has.
  '--disable-features=WebRtcHideLocalIpsWithMdns',
  '--allow-loopback-in-peer-connection',
]

/** With a camera that shows a moving picture and a microphone that beeps. */
export async function launchCaller(): Promise<Browser> {
  const { executablePath, args } = await chromiumLaunch()
  return chromium.launch({ executablePath, args: [...args, ...flags] })
}

function keepWhatIsMade() {
  const PlainConnection = window.RTCPeerConnection
  const PlainSocket = window.WebSocket
  globalThis.connectionsMade = []
  window.RTCPeerConnection = class extends PlainConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      globalThis.connectionsMade.push(this)
    }
  }
  window.WebSocket = class extends PlainSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      if (!String(url).endsWith('/ws/video/')) return
      globalThis.callLine = this
      this.addEventListener('message', ({ data }) => {
        const event = JSON.parse(String(data))
        if (event.type === 'recording' && event.recording.segment !== null) globalThis.segmentAsked = event.recording.segment
      })
    }
  }
}

type Screen = NonNullable<Parameters<Browser['newContext']>[0]>
type CallerWish = [browser: Browser, url: string, name: string, screen?: Screen, quality?: 'low' | null]

/** With small pictures, unless said otherwise: a machine that codes for four has no time for large ones. */
export async function openWindow(
  browser: Browser,
  url: string,
  screen: Screen = {},
  quality: 'low' | null = 'low',
): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: url,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    ...desktop,
    ...screen,
  })
  await context.addInitScript(keepWhatIsMade)
  if (quality) await context.addInitScript((choice) => localStorage.setItem('saathi.call.quality', choice), quality)
  return context.newPage()
}

/** Somebody of the demo. */
export async function openCaller(...[browser, url, name, ...rest]: CallerWish): Promise<Page> {
  const page = await openWindow(browser, url, ...rest)
  await enterAs(page.context(), url, name)
  return page
}

export const barOf = (page: Page) => page.getByRole('navigation', { name: 'Call controls' })
export const peopleOf = (page: Page) => page.getByRole('list', { name: 'People in the call' })
export const tileOf = (page: Page, name: string) => peopleOf(page).getByRole('listitem').filter({ hasText: name })
export const signOf = (page: Page) => page.getByText('Recording', { exact: true })

/** From the chat with these to the question about the recording. */
export async function callFromChat(page: Page, conversation: RegExp): Promise<void> {
  await page.goto('/chat/messenger')
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: conversation }).first().click()
  await page.getByRole('button', { name: 'Start a video call' }).click()
  await expect(page.getByRole('heading', { name: 'May we record this call?' })).toBeVisible()
}

export async function answerQuestion(page: Page, answer: 'Yes' | 'No'): Promise<void> {
  await page.getByRole('button', { name: answer, exact: true }).click()
  await expect(barOf(page)).toBeVisible()
}

export async function chooseMore(page: Page, entry: string): Promise<void> {
  await barOf(page).getByRole('button', { name: 'More' }).click()
  await page.getByRole('dialog').getByRole('button', { name: entry, exact: true }).click()
}

export async function hangUp(page: Page): Promise<void> {
  await barOf(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Call ended' })).toBeVisible()
}

/** The other's picture is on the screen, and not only on its way. */
export async function waitForPicture(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (shown) =>
      [...document.querySelectorAll('video')].some(
        (video) => video.getAttribute('aria-label')?.includes(shown) && video.readyState >= 2 && video.videoWidth > 0,
      ),
    name,
  )
}

type Heard = { frames: number; sound: number }

/** What has come in by each connection that stands, by its place among all that were made. */
export const mediaOf = (page: Page): Promise<Record<number, Heard>> =>
  page.evaluate(async () => {
    const heard: Record<number, { frames: number; sound: number }> = {}
    for (const [place, connection] of globalThis.connectionsMade.entries()) {
      if (connection.connectionState !== 'connected') continue
      const sum = { frames: 0, sound: 0 }
      for (const stat of (await connection.getStats()).values()) {
        if (stat.type !== 'inbound-rtp') continue
        sum.frames += stat.framesDecoded ?? 0
        sum.sound += stat.totalAudioEnergy ?? 0
      }
      heard[place] = sum
    }
    return heard
  })

/** Pictures are decoded and voices heard from so many others, and more of both a moment later. */
export async function expectSeesAndHears(page: Page, others: number): Promise<void> {
  await expect.poll(async () => Object.keys(await mediaOf(page)).length, { timeout: 40_000 }).toBe(others)
  const before = await mediaOf(page)
  const grows = async () => {
    const now = await mediaOf(page)
    return Object.entries(before).filter(([place, { frames, sound }]) => {
      const later = now[Number(place)]
      return later !== undefined && later.frames > frames && later.sound > sound
    }).length
  }
  await expect.poll(grows, { timeout: 40_000 }).toBe(others)
}

/** Kilobits a second that go out to all others together, over five seconds of the page's own clock. */
export async function kbitUpOf(page: Page): Promise<number> {
  const sent = () =>
    page.evaluate(async () => {
      let bytes = 0
      for (const connection of globalThis.connectionsMade) {
        if (connection.connectionState !== 'connected') continue
        for (const stat of (await connection.getStats()).values()) if (stat.type === 'outbound-rtp') bytes += stat.bytesSent
      }
      return { bytes, at: performance.now() }
    })
  const first = await sent()
  let last = first
  await expect
    .poll(
      async () => {
        last = await sent()
        return last.at - first.at
      },
      { timeout: 30_000, intervals: [1_000] },
    )
    .toBeGreaterThan(5_000)
  return Math.round(((last.bytes - first.bytes) * 8) / (last.at - first.at))
}

/** Words of this person's, as their browser would tell them if its device could speak. */
export const sayAs = (page: Page, text: string) =>
  page.evaluate((said) => {
    globalThis.callLine?.send(JSON.stringify({ type: 'caption', text: said, isFinal: true, language: 'en-IN' }))
  }, text)
