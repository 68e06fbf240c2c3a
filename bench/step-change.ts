import { chromium, type Page } from 'playwright'
import { readSession } from '../e2e/learner.ts'
import { enterAs } from '../scripts/enter-as.ts'
import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { chromiumLaunch } from '../scripts/system-needs.ts'
import { middle } from './load.ts'

const SLOW_DOWN = 4
const ROUNDS = 6
/** Read to its end by the demo's Asha, so that every step is open. */
const SESSION = 'Know your strengths'

declare global {
  var shifts: number
  var turned: Promise<{ ms: number; isNext: boolean }>
}

/** From the key to the next step on the screen, on a phone four times slower than this machine; and how much the page jumped. */
export async function measureStepChange() {
  const server = await startPrivateServer()
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } })
    await enterAs(context, server.url, 'asha')
    const { id, sessionSteps } = await readSession(context, server.url, SESSION)
    const page = await context.newPage()
    await page.addInitScript(watchShifts)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
    const times: number[] = []
    let shifts = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.goto(`/session/step?session=${id}&step=${sessionSteps[0]?.id}`, { waitUntil: 'networkidle' })
      for (let at = 1; at < sessionSteps.length; at += 1) times.push(await turn(page))
      shifts += await page.evaluate(() => globalThis.shifts)
    }
    return { medianMs: middle(times), longestMs: Math.max(...times), changes: times.length, shifts }
  } finally {
    await browser.close()
    await server.stop()
    removeDataDir(server.dataDir)
  }
}

function watchShifts() {
  globalThis.shifts = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) globalThis.shifts += Number(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * As the browser itself counts it: from the key to the paint that shows what it did. That this paint already holds the next
 * step is asked as well, since a page that answers later would look quick.
 */
async function turn(page: Page): Promise<number> {
  await page.evaluate(() => {
    const heading = () => document.querySelector('main h1')?.textContent
    const before = heading()
    const { port1, port2 } = new MessageChannel()
    globalThis.turned = new Promise((resolve) => {
      const seen = { isNext: false }
      addEventListener(
        'keydown',
        // After the handlers of the page, and after what they have set going at once.
        () => {
          port1.addEventListener('message', () => (seen.isNext = heading() !== before))
          port1.start()
          port2.postMessage(null)
        },
        { once: true },
      )
      const observer = new PerformanceObserver((list) => {
        const entry = list.getEntries().find(({ name }) => name === 'keydown')
        if (!entry) return
        observer.disconnect()
        resolve({ ms: entry.duration, isNext: seen.isNext })
      })
      const wanted: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 }
      observer.observe(wanted)
    })
  })
  await page.keyboard.press('ArrowRight')
  const { ms, isNext } = await page.evaluate(() => globalThis.turned)
  if (!isNext) throw new Error('The next step was not there with the first paint.')
  // Everything that follows the turn is over before the next one.
  await page.waitForLoadState('networkidle')
  return ms
}
