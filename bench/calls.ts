import { readdirSync, readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { answerQuestion, callFromChat, flags, kbitUpOf, openCaller, waitForPicture } from '../e2e/callers.ts'
import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { chromiumLaunch } from '../scripts/system-needs.ts'
import { middle } from './load.ts'

const JOINS = 5
/** Whoever comes after the one who calls and the first to answer. */
const MORE = ['imran', 'kavya']
const TICKS_A_SECOND = 100

export type CallFigures = {
  /** From pressing Yes to the other's picture on the screen; each time the page is new. */
  firstPictureMs: number
  /** By how many are in the call: what one of them sends, and how busy a core is with one of them. */
  people: { count: number; kbitUp: number; coreShare: number }[]
}

/** Calls in one Chromium, with devices that are played and pictures as large as the engine gives them. */
export async function measureCalls(): Promise<CallFigures> {
  const server = await startPrivateServer()
  const { executablePath, args } = await chromiumLaunch()
  const host = await chromium.launchServer({ executablePath, args: [...args, ...flags] })
  try {
    const browser = await chromium.connect(host.wsEndpoint())
    return await measure(browser, server.url, host.process().pid ?? 0)
  } finally {
    await host.close()
    await server.stop()
    removeDataDir(server.dataDir)
  }
}

async function measure(browser: Browser, url: string, pid: number): Promise<CallFigures> {
  const open = (name: string) => openCaller(browser, url, name, {}, null)
  const meera = await open('meera')
  await callFromChat(meera, /and group/)
  const link = new URL(meera.url()).pathname
  await answerQuestion(meera, 'Yes')
  const firstPictures: number[] = []
  let arjun: Page | null = null
  for (let join = 0; join < JOINS; join += 1) {
    await arjun?.context().close()
    arjun = await open('arjun')
    await arjun.goto(link)
    const yes = arjun.getByRole('button', { name: 'Yes', exact: true })
    await yes.waitFor()
    const begun = performance.now()
    await yes.click()
    await waitForPicture(arjun, 'Meera')
    firstPictures.push(performance.now() - begun)
  }
  const people = [await measureSize(meera, pid, 2)]
  for (const [at, name] of MORE.entries()) {
    const page = await open(name)
    await page.goto(link)
    await answerQuestion(page, 'Yes')
    await waitForPicture(page, 'Meera')
    people.push(await measureSize(meera, pid, 3 + at))
  }
  return { firstPictureMs: middle(firstPictures), people }
}

/** Once the picture has settled: it begins small and grows. */
async function measureSize(page: Page, pid: number, count: number) {
  await page.waitForTimeout(15_000)
  const [begun, busyBefore] = [performance.now(), cpuSeconds(pid)]
  const kbitUp = await kbitUpOf(page)
  const seconds = (performance.now() - begun) / 1000
  return { count, kbitUp, coreShare: (cpuSeconds(pid) - busyBefore) / seconds / count }
}

/** Of a process and all that it has started. */
function cpuSeconds(root: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        return [{ pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
      } catch {
        // Ended meanwhile.
        return []
      }
    })
  const own = new Set([root])
  for (let before = 0; before !== own.size;) {
    before = own.size
    for (const { pid, parent } of processes) if (own.has(parent)) own.add(pid)
  }
  return processes.reduce((sum, { pid, ticks }) => sum + (own.has(pid) ? ticks : 0), 0) / TICKS_A_SECOND
}
