/** What is made to keep a server busy takes many times this where it is not stopped; honest reading takes some hundredths. */
export const BUSY_MS = 3_000

/** Of this thread alone: what others do on the machine does not count. */
export function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
