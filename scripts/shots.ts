import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { buildWeb } from './build-web.ts'
import { signInAs } from './sign-in-as.ts'
import { removeDataDir, startPrivateServer } from './private-server.ts'
import { root, printError } from './run.ts'
import { chromiumLaunch } from './system-needs.ts'

type Screen = {
  name: string
  path: string
  as?: string
  language?: string
  /** Runs on the page before the screenshot. */
  prepare?: (page: Page) => Promise<unknown>
}

const press = (name: RegExp) => (page: Page) =>
  page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click()

const screens: Screen[] = [
  { name: 'sign-in', path: '/signin' },
  { name: 'sign-in-hindi', path: '/signin', language: 'hi' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'kit', path: '/dev/ui' },
  { name: 'workshop', path: '/dev' },
  { name: 'hub', path: '/learninghub', as: 'asha' },
  { name: 'hub-hindi', path: '/learninghub', as: 'divya' },
  { name: 'hub-four-done', path: '/learninghub', as: 'sunil' },
  { name: 'hub-locked', path: '/learninghub', as: 'nothing-open' },
  { name: 'sessions-all', path: '/learninghub/allsession', as: 'asha' },
  { name: 'sessions-curated', path: '/learninghub/curatedsession', as: 'asha' },
  { name: 'sessions-ongoing', path: '/learninghub/ongoingsessions', as: 'asha' },
  { name: 'sessions-bookmarked', path: '/learninghub/bookmarkedsessions', as: 'asha' },
  { name: 'session-intro', path: '/session/sessionintroduction/3', as: 'asha' },
  { name: 'session-intro-hindi', path: '/session/sessionintroduction/4', as: 'divya' },
  { name: 'step', path: '/session/step?session=3', as: 'asha' },
  { name: 'step-hindi', path: '/session/step?session=3', as: 'divya' },
  { name: 'step-mentor', path: '/session/step?session=8', as: 'ravi' },
  { name: 'quiz', path: '/session/step?session=3&step=10', as: 'asha', prepare: press(/Take the quiz|Retake|See your answers/) },
  { name: 'feedback', path: '/session/step/sessionfeedback/?session=2', as: 'asha' },
  { name: 'email-verify', path: '/emailverify' },
  { name: 'reset-password', path: '/resetpassword' },
  { name: 'profile', path: '/profile', as: 'asha' },
  { name: 'notices', path: '/learninghub', as: 'asha', prepare: press(/^Notices/) },
  { name: 'surveys', path: '/surveylisting', as: 'several-surveys' },
  { name: 'survey', path: '/survey', as: 'nisha' },
  { name: 'stage', path: '/survey', as: 'nisha', prepare: press(/^Begin/) },
  { name: 'feed', path: '/feed', as: 'asha' },
  { name: 'feed-hindi', path: '/feed', as: 'divya' },
  { name: 'internship', path: '/internship', as: 'asha' },
  { name: 'more-info', path: '/moreinfo', as: 'asha' },
  { name: 'faq', path: '/moreinfo/faq', as: 'asha' },
  { name: 'work-readiness', path: '/moreinfo/wrs', as: 'asha' },
  { name: 'privacy-policy', path: '/privacypolicy' },
  { name: 'help', path: '/learninghub', as: 'asha', prepare: press(/^Help/) },
  { name: 'messenger', path: '/chat/messenger', as: 'asha' },
  { name: 'conversation', path: '/chat/messenger', as: 'asha', prepare: press(/Ravi/) },
]
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

async function shoot(browser: Browser, url: string, folder: string, screen: Screen) {
  for (const viewport of sizes) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ baseURL: url, viewport, colorScheme, reducedMotion: 'reduce', locale: 'en-IN' })
      if (screen.as) await signInAs(context, url, screen.as)
      const page = await context.newPage()
      await page.goto(screen.path, { waitUntil: 'networkidle' })
      if (screen.language) {
        await page.getByRole('combobox').first().selectOption(screen.language)
        await page.waitForLoadState('networkidle')
      }
      await screen.prepare?.(page)
      if (screen.prepare) await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, `${screen.name}-${viewport.width}-${colorScheme}.png`), fullPage: true })
      await context.close()
    }
  }
}

async function main() {
  const folder = join(root, 'shots')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const launch = await chromiumLaunch()
  await buildWeb()
  const server = await startPrivateServer()
  const browser = await chromium.launch(launch)
  try {
    for (const screen of screens) await shoot(browser, server.url, folder, screen)
    console.log(`${screens.length * 4} screenshots in shots/`)
  } finally {
    await browser.close()
    await server.stop()
    removeDataDir(server.dataDir)
  }
}

await main().catch(printError)
