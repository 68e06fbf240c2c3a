import { flushCompileCache } from 'node:module'
import '../src/app/start-server.ts'

// Writes the compile cache now, because a killed process cannot write it later.
flushCompileCache()

/** The code is loaded now; the parent process says when to start. */
await new Promise<void>((resolve) => {
  process.once('message', () => {
    // Later: Node still uses the channel while it passes on a message that came before this listener.
    setImmediate(() => process.disconnect())
    resolve()
  })
})
