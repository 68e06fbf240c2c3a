/** Runs `work` while no other process holds the same file. */
export function withLock<T>(path: string, work: () => Promise<T>, patienceMs?: number): Promise<T>
