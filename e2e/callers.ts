import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { chromiumLaunch } from '../scripts/system-needs.ts'
import { desktop } from './sizes.ts'

declare global {
  /** Every peer connection that the page has created, in order. */
  var connectionsMade: RTCPeerConnection[]
  /** The page's call socket. Tests send captions through it, since a fake device cannot speak. */
  var callSocket: WebSocket | undefined
  /** The last recording segment that the server asked this page to record. */
  var requestedSegment: string | null
}

export const flags = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
  // mDNS host names need a service that not every machine has.
  '--disable-features=WebRtcHideLocalIpsWithMdns',
  '--allow-loopback-in-peer-connection',
]

/** With fake devices: a camera with a moving picture and a microphone that beeps. */
export async function launchCaller(): Promise<Browser> {
  const { executablePath, args } = await chromiumLaunch()
  return chromium.launch({ executablePath, args: [...args, ...flags] })
}

function recordConnections() {
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
      globalThis.callSocket = this
      this.addEventListener('message', ({ data }) => {
        const event = JSON.parse(String(data))
        if (event.type === 'recording' && event.recording.segment !== null) globalThis.requestedSegment = event.recording.segment
      })
    }
  }
}

type Screen = NonNullable<Parameters<Browser['newContext']>[0]>
type CallerOptions = [browser: Browser, url: string, name: string, screen?: Screen, quality?: 'low' | null]

/** Low video quality by default: a machine that encodes for four people has no time for more. */
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
  await context.addInitScript(recordConnections)
  if (quality) await context.addInitScript((choice) => localStorage.setItem('saathi.call.quality', choice), quality)
  return context.newPage()
}

/** Signs in as a person of the demo. */
export async function openCaller(...[browser, url, name, ...rest]: CallerOptions): Promise<Page> {
  const page = await openWindow(browser, url, ...rest)
  await signInAs(page.context(), url, name)
  return page
}

export const barOf = (page: Page) => page.getByRole('navigation', { name: 'Call controls' })
export const peopleOf = (page: Page) => page.getByRole('list', { name: 'People in the call' })
export const tileOf = (page: Page, name: string) => peopleOf(page).getByRole('listitem').filter({ hasText: name })
export const recordingSign = (page: Page) => page.getByText('Recording', { exact: true })

/** From this conversation over the page before a call into the call, which rings. */
export async function callFromChat(page: Page, conversation: RegExp, answer: 'Yes' | 'No' = 'Yes'): Promise<void> {
  await openCallFromChat(page, conversation, answer)
  await expect(barOf(page)).toBeVisible()
}

/** Starts the call without waiting for its controls, so it works with any engine. */
export async function openCallFromChat(page: Page, conversation: RegExp, answer: 'Yes' | 'No' = 'Yes'): Promise<void> {
  await page.goto('/chat/messenger')
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: conversation }).first().click()
  await startCall(page, answer)
}

/** From an open conversation. */
export async function startCall(page: Page, answer: 'Yes' | 'No'): Promise<void> {
  await page.getByRole('button', { name: 'Start a video call' }).click()
  await page.getByRole('button', { name: answer, exact: true }).click()
  await page.getByRole('button', { name: /^Call (?!anyway)|^Call anyway$/ }).click()
  await page.waitForURL(/join-meeting/)
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

/** Waits until the other person's video is actually shown. */
export async function waitForPicture(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (shown) =>
      [...document.querySelectorAll('video')].some(
        (video) => video.getAttribute('aria-label')?.includes(shown) && video.readyState >= 2 && video.videoWidth > 0,
      ),
    name,
  )
}

type ReceivedMedia = { frames: number; sound: number }

/** Received media per connected peer, by the index of its connection. */
const mediaOf = (page: Page): Promise<Record<number, ReceivedMedia>> =>
  page.evaluate(async () => {
    const received: Record<number, { frames: number; sound: number }> = {}
    for (const [index, connection] of globalThis.connectionsMade.entries()) {
      if (connection.connectionState !== 'connected') continue
      const sum = { frames: 0, sound: 0 }
      for (const stat of (await connection.getStats()).values()) {
        if (stat.type !== 'inbound-rtp') continue
        sum.frames += stat.framesDecoded ?? 0
        sum.sound += stat.totalAudioEnergy ?? 0
      }
      received[index] = sum
    }
    return received
  })

/** Expects decoded video and audible sound from this many people, and more of both a moment later. */
export async function expectSeesAndHears(page: Page, others: number): Promise<void> {
  await expect.poll(async () => Object.keys(await mediaOf(page)).length, { timeout: 40_000 }).toBe(others)
  const before = await mediaOf(page)
  const grows = async () => {
    const now = await mediaOf(page)
    return Object.entries(before).filter(([index, { frames, sound }]) => {
      const later = now[Number(index)]
      return later !== undefined && later.frames > frames && later.sound > sound
    }).length
  }
  await expect.poll(grows, { timeout: 40_000 }).toBe(others)
}

/** Kilobits per second sent to all others together, measured over five seconds. */
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

/** Sends a caption as this person's browser would if its device could speak. */
export const sendCaption = (page: Page, text: string) =>
  page.evaluate((caption) => {
    globalThis.callSocket?.send(JSON.stringify({ type: 'caption', text: caption, isFinal: true, language: 'en-IN' }))
  }, text)
