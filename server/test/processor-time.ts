/** An attack that is not stopped takes many times this long; normal reading takes some hundredths of it. */
export const BUSY_MS = 3_000

/** CPU time of this thread only, so other load on the machine does not count. */
export function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
