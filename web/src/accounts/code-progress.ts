import { useState } from 'react'
import * as z from 'zod/mini'
import { removeForTab, readForTab, writeForTab } from '#core/storage.ts'

export type Purpose = 'signUp' | 'reset'

const CodeJourney = z.object({
  email: z.string(),
  /** The server has seen the right code; it serves for half an hour. */
  isVerified: z.boolean(),
  /** When another code may be asked for, by this browser's clock. */
  resendAt: z.number(),
})
/** How far someone has come with a mailed code. It survives a reload; the code and the password never do. */
export type CodeJourney = z.infer<typeof CodeJourney>

const keyOf = (purpose: Purpose) => `saathi.code.${purpose}` as const

export function recallJourney(purpose: Purpose): CodeJourney | null {
  try {
    return z.safeParse(CodeJourney, JSON.parse(readForTab(keyOf(purpose)) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

export const forgetJourney = (purpose: Purpose): void => removeForTab(keyOf(purpose))

/** When the moment comes, counted from the server's seconds. */
export const momentAfter = (seconds: number): number => Date.now() + seconds * 1_000

export function useCodeJourney(purpose: Purpose) {
  const [journey, setJourney] = useState(() => recallJourney(purpose))
  function keepJourney(next: CodeJourney) {
    writeForTab(keyOf(purpose), JSON.stringify(next))
    setJourney(next)
  }
  return [journey, keepJourney] as const
}
