import { makeTempFolder } from '../cleanup.ts'
import { embeddedAddress } from '../engines.ts'
import { startLoad } from '../load.ts'
import { findLost } from '../lost.ts'
import { signIn } from '../people.ts'
import { count, type Drill, type ProofResult, type Proof, seconds } from '../proof.ts'
import { spawnServer, startServer } from '../server-process.ts'

const WITHIN_MS = 2_000

export const secondServer: Proof = {
  id: 'R6',
  goal: 'A second server on one data folder is refused within 2 s; the first keeps serving and loses nothing',
  method: 'a server under 50 writes a second; 20 times another is started on its data folder',
  prove,
}

async function prove({ isQuick }: Drill): Promise<ProofResult> {
  const dataDir = makeTempFolder()
  const first = await startServer({ DATA_DIR: dataDir })
  const { url } = await embeddedAddress(dataDir)
  const load = await startLoad(first.url, await signIn(url, 20), 50)
  const faults: string[] = []
  const times: number[] = []
  for (let turn = 0; turn < (isQuick ? 2 : 20); turn += 1) {
    const before = load.acknowledged()
    const second = spawnServer({ DATA_DIR: dataDir })
    const { code, ms } = await second.exited
    times.push(ms)
    if (code !== 1 || !second.output().includes('is already using')) faults.push(`ended with ${code}: ${second.output()}`)
    if (ms > WITHIN_MS) faults.push(`the refusal took ${seconds(ms)}`)
    if (load.acknowledged() === before) faults.push('the first server acknowledged nothing during the attempt')
  }
  const lost = await findLost(url, await load.settle())
  if (load.turnedAway() > 0) faults.push(`${load.turnedAway()} writes were refused by the first server`)
  const { code } = await first.stop()
  if (code !== 0) faults.push(`the first server ended with ${code}`)
  return {
    figures: [
      `${times.length} starts refused after ${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}`,
      `${count(load.acknowledged())} writes acknowledged at ${Math.round(load.perSecond())} per second, ${lost.length} lost`,
    ],
    faults: [...faults, ...lost, ...load.faults()],
  }
}
