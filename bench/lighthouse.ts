import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { readSession } from '../e2e/learner.ts'
import { signInAs } from '../scripts/sign-in-as.ts'
import { freePort } from '../scripts/free-port.ts'
import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { chromiumLaunch } from '../scripts/system-needs.ts'
import { median } from './load.ts'

/**
 * `npm run lighthouse`: Lighthouse scores of six pages on its emulated phone (slow processor, slow network). It is downloaded on
 * demand: it is larger than all our dependencies together, and nothing else needs it. An argument changes the number of rounds.
 */
const TOOL = 'lighthouse@13.5.0'
const ROUNDS = Number(process.argv[2] ?? 5)
const SESSION = 'Know your strengths'

type Audit = {
  numericValue?: number
  score: number | null
  scoreDisplayMode: string
  title: string
  details?: { items?: { transferSize?: number }[] }
}
type Report = { categories: Record<string, { score: number | null }>; audits: Record<string, Audit> }

const run = promisify(execFile)

/** Each run uses a fresh browser profile that is at most signed in. */
async function audit(url: string, path: string, person: string | null): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'saathi-lighthouse-'))
  const port = await freePort()
  const launch = await chromiumLaunch()
  const context = await chromium.launchPersistentContext(folder, {
    ...launch,
    args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
  })
  try {
    if (person) {
      await signInAs(context, url, person)
      // An image runs no script: this stores the sign-in flag for the origin without loading our pages.
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
    await signInAs(context, url, 'asha')
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
    { name: '/mentorship', path: '/mentorship', person: 'asha' },
    { name: '/chat/messenger', path: '/chat/messenger', person: 'asha' },
    { name: '/surveylisting', path: '/surveylisting', person: 'asha' },
  ]
  console.log(
    '| page | performance | accessibility | best practices | first paint, s | largest paint, s | blocked, ms | shift | requests | KB |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const { name, path, person } of pages) {
    const reports: Report[] = []
    for (let round = 0; round < ROUNDS; round += 1) reports.push(await audit(server.url, path, person))
    const score = (category: string) => Math.round(100 * median(reports.map((report) => report.categories[category]?.score ?? 0)))
    const figure = (id: string) => median(reports.map((report) => report.audits[id]?.numericValue ?? Number.NaN))
    const requests = (report: Report) => report.audits['network-requests']?.details?.items ?? []
    const count = median(reports.map((report) => requests(report).length))
    const kb = median(
      reports.map((report) => requests(report).reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1024),
    )
    const seconds = (id: string) => (figure(id) / 1000).toFixed(1)
    console.log(
      `| ${name} | ${score('performance')} | ${score('accessibility')} | ${score('best-practices')} | ${seconds('first-contentful-paint')} | ${seconds('largest-contentful-paint')} | ${figure('total-blocking-time').toFixed(0)} | ${figure('cumulative-layout-shift').toFixed(3)} | ${count} | ${kb.toFixed(0)} |`,
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
