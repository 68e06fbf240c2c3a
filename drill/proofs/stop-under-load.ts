import { setTimeout as pause } from 'node:timers/promises'
import { makeTempFolder } from '../cleanup.ts'
import { embeddedAddress } from '../engines.ts'
import { openLiveSockets } from '../live-sockets.ts'
import { type Load, startLoad } from '../load.ts'
import { findLost } from '../lost.ts'
import { type Person, signIn } from '../people.ts'
import { between, count, type Drill, type ProofResult, type Proof, seconds } from '../proof.ts'
import { type ServerProcess, startServer } from '../server-process.ts'

const WITHIN_MS = 10_000
const reconnectCodes = new Set([1001, 1012])

export const stopUnderLoad: Proof = {
  id: 'R10',
  goal: 'SIGTERM under load: new work is refused, sockets are closed so that clients reconnect, nothing acknowledged is lost, and it ends within 10 s',
  method:
    '20 stops at random moments under 50 writes a second and 20 live connections, each followed by a start on the same folder',
  prove,
}

async function prove({ isQuick }: Drill): Promise<ProofResult> {
  const dataDir = makeTempFolder()
  let server = await startServer({ DATA_DIR: dataDir })
  let { url } = await embeddedAddress(dataDir)
  const people = await signIn(url, 20)
  const load = await startLoad(server.url, people, 50)
  const faults: string[] = []
  const times: number[] = []
  for (let turn = 0; turn < (isQuick ? 2 : 20); turn += 1) {
    const { ms, faults: stopFaults } = await stopOnce(server, people, load)
    times.push(ms)
    const mark = load.mark()
    server = await startServer({ DATA_DIR: dataDir })
    url = (await embeddedAddress(dataDir)).url
    load.moveTo(server.url)
    faults.push(...stopFaults, ...(await findLost(url, mark)))
  }
  const lost = await findLost(url, await load.settle())
  await server.stop()
  return {
    figures: [
      `${times.length} stops, each ended after ${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}`,
      `${times.length * people.length} sockets closed with 1012 or 1001`,
      `${count(load.acknowledged())} writes acknowledged, ${lost.length} lost; ${count(load.turnedAway())} refused while it was down`,
    ],
    faults: [...faults, ...lost, ...load.faults()],
  }
}

async function stopOnce(server: ServerProcess, people: readonly Person[], load: Load) {
  const faults: string[] = []
  const sockets = await openLiveSockets(server.url, people)
  const before = load.acknowledged()
  await pause(between(300, 2_500))
  if (load.acknowledged() === before) faults.push('nothing was written before the stop')
  const stoppedAt = performance.now()
  server.signal('SIGTERM')
  const codes = await sockets.codes
  if (await acceptsWork(server.url)) faults.push('new work was accepted after the sockets were closed')
  const { code } = await server.exited
  const ms = performance.now() - stoppedAt
  if (code !== 0) faults.push(`it ended with ${code}: ${server.output().slice(-300)}`)
  if (ms > WITHIN_MS) faults.push(`it took ${seconds(ms)} to end`)
  const others = codes.filter((each) => !reconnectCodes.has(each))
  if (others.length > 0) faults.push(`sockets were closed with ${[...new Set(others)].join(', ')}`)
  return { ms, faults }
}

async function acceptsWork(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/ready/`, { headers: { connection: 'close' } }).catch(() => null)
  return answer !== null && answer.status !== 503
}
