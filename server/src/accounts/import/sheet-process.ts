import { readSheet } from './sheet.ts'

// Reads one untrusted file, in a process that can be killed at any moment, and ends.

process.on('message', (bytes: Uint8Array) => {
  process.send?.(readSheet(bytes), () => process.exit(0))
})
// The server is gone.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
