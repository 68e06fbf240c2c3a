import { readdirSync, readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { answerQuestion, callFromChat, flags, kbitUpOf, openCaller, waitForPicture } from '../e2e/callers.ts'
import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { chromiumLaunch } from '../scripts/system-needs.ts'
import { median } from './load.ts'

const JOINS = 5
/** They join after the caller and the first person to answer. */
const LATER_CALLERS = ['imran', 'kavya']
const TICKS_A_SECOND = 100

export type CallFigures = {
  /** From pressing Yes until the other person's video is visible, on a fresh page each time. */
  firstPictureMs: number
  /** By number of people in the call: what one person sends, and the share of a core that one person uses. */
  people: { count: number; kbitUp: number; coreShare: number }[]
}

/** Calls in one Chromium with fake devices, at the video size the engine chooses. */
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
  const firstPictures: number[] = []
  let arjun: Page | null = null
  for (let join = 0; join < JOINS; join += 1) {
    await arjun?.context().close()
    arjun = await open('arjun')
    await arjun.goto(link)
    const yes = arjun.getByRole('button', { name: 'Yes', exact: true })
    await yes.waitFor()
    const startedAt = performance.now()
    await yes.click()
    await waitForPicture(arjun, 'Meera')
    firstPictures.push(performance.now() - startedAt)
  }
  const people = [await measureSize(meera, pid, 2)]
  for (const [index, name] of LATER_CALLERS.entries()) {
    const page = await open(name)
    await page.goto(link)
    await answerQuestion(page, 'Yes')
    await waitForPicture(page, 'Meera')
    people.push(await measureSize(meera, pid, 3 + index))
  }
  return { firstPictureMs: median(firstPictures), people }
}

/** Waits for the video to settle: it starts small and grows. */
async function measureSize(page: Page, pid: number, count: number) {
  await page.waitForTimeout(15_000)
  const [startedAt, cpuBefore] = [performance.now(), cpuSeconds(pid)]
  const kbitUp = await kbitUpOf(page)
  const seconds = (performance.now() - startedAt) / 1000
  return { count, kbitUp, coreShare: (cpuSeconds(pid) - cpuBefore) / seconds / count }
}

/** CPU time of a process and all its descendants. */
function cpuSeconds(root: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        return [{ pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
      } catch {
        // The process has ended.
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
