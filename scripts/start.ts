import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { root, printError, stopAll, stopWithParent } from './run.ts'

enableCompileCache(join(root, '.cache/compile'))

stopWithParent()

const stopBuilding = (signal: NodeJS.Signals) => void stopAll(signal).then(() => process.exit(signal === 'SIGINT' ? 130 : 143))
process.once('SIGINT', stopBuilding)
process.once('SIGTERM', stopBuilding)

try {
  await buildWeb()
  process.off('SIGINT', stopBuilding)
  process.off('SIGTERM', stopBuilding)
  // In the same process, so that signals reach the server and no process is left behind.
  await import('../server/src/app/main.ts')
} catch (error) {
  printError(error)
}
