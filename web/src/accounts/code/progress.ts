import { useState } from 'react'
import * as z from 'zod/mini'
import { removeForTab, readForTab, writeForTab } from '#core/storage.ts'

export type Purpose = 'signUp' | 'reset'

const CodeProgress = z.object({
  email: z.string(),
  /** The server has accepted the code, which stays valid for half an hour. */
  isVerified: z.boolean(),
  /** When another code may be requested, by this browser's clock. */
  resendAt: z.number(),
})
/** Progress with a mailed code. It survives a reload; the code and the password never do. */
export type CodeProgress = z.infer<typeof CodeProgress>

const keyOf = (purpose: Purpose) => `saathi.code.${purpose}` as const

export function readCodeProgress(purpose: Purpose): CodeProgress | null {
  try {
    return z.safeParse(CodeProgress, JSON.parse(readForTab(keyOf(purpose)) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

export const clearCodeProgress = (purpose: Purpose): void => removeForTab(keyOf(purpose))

/** The time at which the seconds given by the server have passed. */
export const timeAfter = (seconds: number): number => Date.now() + seconds * 1_000

export function useCodeProgress(purpose: Purpose) {
  const [progress, setProgress] = useState(() => readCodeProgress(purpose))
  function saveProgress(next: CodeProgress) {
    writeForTab(keyOf(purpose), JSON.stringify(next))
    setProgress(next)
  }
  return [progress, saveProgress] as const
}
