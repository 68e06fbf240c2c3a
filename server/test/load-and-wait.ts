import { flushCompileCache } from 'node:module'
import '../src/core/start-server.ts'

// Whoever is killed writes nothing down any more.
flushCompileCache()

/** Whoever started this process says when the server is to start; its code has been read by then. */
await new Promise<void>((resolve) => {
  process.once('message', () => {
    process.disconnect()
    resolve()
  })
})
