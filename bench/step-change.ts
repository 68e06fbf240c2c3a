import { chromium, type Page } from 'playwright'
import { readSession } from '../e2e/learner.ts'
import { signInAs } from '../scripts/sign-in-as.ts'
import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { chromiumLaunch } from '../scripts/system-needs.ts'
import { median } from './load.ts'

const CPU_SLOWDOWN = 4
const ROUNDS = 6
/** Completed by the demo's Asha, so that every step is open. */
const SESSION = 'Know your strengths'

declare global {
  var shifts: number
  var stepChange: Promise<{ ms: number; isNext: boolean }>
}

/** From the key press to the next step on the screen, with the CPU four times slower, and the layout shift. */
export async function measureStepChange() {
  const server = await startPrivateServer()
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 } })
    await signInAs(context, server.url, 'asha')
    const { id, sessionSteps } = await readSession(context, server.url, SESSION)
    const page = await context.newPage()
    await page.addInitScript(watchShifts)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    const times: number[] = []
    let shifts = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.goto(`/session/step?session=${id}&step=${sessionSteps[0]?.id}`, { waitUntil: 'networkidle' })
      for (let at = 1; at < sessionSteps.length; at += 1) times.push(await changeStep(page))
      shifts += await page.evaluate(() => globalThis.shifts)
    }
    return { medianMs: median(times), longestMs: Math.max(...times), changes: times.length, shifts }
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
 * Uses the browser's own measure: from the key press to the paint that shows its effect. Also checks that this paint contains the
 * next step, since a page that updates later would look fast.
 */
async function changeStep(page: Page): Promise<number> {
  await page.evaluate(() => {
    const heading = () => document.querySelector('main h1')?.textContent
    const before = heading()
    const { port1, port2 } = new MessageChannel()
    globalThis.stepChange = new Promise((resolve) => {
      const seen = { isNext: false }
      addEventListener(
        'keydown',
        // Runs after the page's own handlers and the work they started.
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
      const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 }
      observer.observe(options)
    })
  })
  await page.keyboard.press('ArrowRight')
  const { ms, isNext } = await page.evaluate(() => globalThis.stepChange)
  if (!isNext) throw new Error('The first paint did not show the next step.')
  // Let all follow-up work finish before the next change.
  await page.waitForLoadState('networkidle')
  return ms
}
