import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { readSession } from '../e2e/learner.ts'
import { enterAs } from '../scripts/enter-as.ts'
import { freePort } from '../scripts/free-port.ts'
import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { chromiumLaunch } from '../scripts/system-needs.ts'
import { middle } from './load.ts'

/**
 * `npm run lighthouse`: what Lighthouse says of four pages on the phone it plays (a slow processor on a slow network). It is
 * fetched when it is asked for: it weighs more than all that Saathi is made of, and nothing else needs it.
 */
const TOOL = 'lighthouse@13.5.0'
const ROUNDS = 3
const SESSION = 'Know your strengths'

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; score: number | null; scoreDisplayMode: string; title: string }>
}

const run = promisify(execFile)

/** Each time with a browser that has seen nothing, but for the sign-in. */
async function look(url: string, path: string, person: string | null): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'saathi-lighthouse-'))
  const port = await freePort()
  const launch = await chromiumLaunch()
  const context = await chromium.launchPersistentContext(folder, {
    ...launch,
    args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
  })
  try {
    if (person) {
      await enterAs(context, url, person)
      // A picture has no script: the hint lies in the origin's storage, and nothing of our pages is fetched yet.
      await (await context.newPage()).goto(`${url}/icons/icon-192.png`)
    }
    const { stdout } = await run(
      'npx',
      ['--yes', TOOL, `${url}${path}`, `--port=${port}`, '--output=json', '--quiet', '--disable-storage-reset', '--locale=en'],
      { maxBuffer: 64 * 1024 * 1024, timeout: 240_000 },
    )
    return JSON.parse(stdout) as Report
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function findStep(url: string): Promise<string> {
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const context = await browser.newContext({ baseURL: url })
    await enterAs(context, url, 'asha')
    const { id, sessionSteps } = await readSession(context, url, SESSION)
    return `/session/step?session=${id}&step=${sessionSteps[0]?.id}`
  } finally {
    await browser.close()
  }
}

const server = await startPrivateServer()
try {
  const pages = [
    { name: '/signin', path: '/signin', person: null },
    { name: '/learninghub', path: '/learninghub', person: 'asha' },
    { name: 'a step', path: await findStep(server.url), person: 'asha' },
    { name: '/chat/messenger', path: '/chat/messenger', person: 'asha' },
  ]
  console.log('| page | performance | accessibility | best practices | first paint, s | largest paint, s | blocked, ms | shift |')
  console.log('|---|---|---|---|---|---|---|---|')
  for (const { name, path, person } of pages) {
    const reports: Report[] = []
    for (let round = 0; round < ROUNDS; round += 1) reports.push(await look(server.url, path, person))
    const mark = (category: string) => Math.round(100 * middle(reports.map((one) => one.categories[category]?.score ?? 0)))
    const figure = (audit: string) => middle(reports.map((one) => one.audits[audit]?.numericValue ?? Number.NaN))
    const seconds = (audit: string) => (figure(audit) / 1000).toFixed(1)
    console.log(
      `| ${name} | ${mark('performance')} | ${mark('accessibility')} | ${mark('best-practices')} | ${seconds('first-contentful-paint')} | ${seconds('largest-contentful-paint')} | ${figure('total-blocking-time').toFixed(0)} | ${figure('cumulative-layout-shift').toFixed(3)} |`,
    )
    const faults = Object.entries(reports.at(-1)?.audits ?? {}).filter(
      ([, { score, scoreDisplayMode }]) => scoreDisplayMode === 'binary' && score === 0,
    )
    for (const [id, { title }] of faults) console.error(`${name}: ${id}: ${title}`)
  }
} finally {
  await server.stop()
  removeDataDir(server.dataDir)
}
