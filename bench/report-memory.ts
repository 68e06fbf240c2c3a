import { writeFileSync } from 'node:fs'

/** Preloaded into a measured server: on SIGUSR2 it runs the garbage collector and writes the heap size to a file. */
process.on('SIGUSR2', () => {
  // Collects more than once, because the finalizers of one collection can free memory for the next.
  for (let round = 0; round < 4; round += 1) globalThis.gc?.()
  writeFileSync(process.env.MEMORY_FILE ?? '', `${process.memoryUsage().heapUsed}\n`)
})
