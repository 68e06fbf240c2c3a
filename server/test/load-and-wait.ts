import { flushCompileCache } from 'node:module'
import '../src/app/start-server.ts'

// A killed process could not write the cache later.
flushCompileCache()

/** The code is loaded now; the parent process says when to start. */
await new Promise<void>((resolve) => {
  process.once('message', () => {
    process.disconnect()
    resolve()
  })
})
