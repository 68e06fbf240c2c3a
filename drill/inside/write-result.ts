import { writeFileSync } from 'node:fs'
import { inject } from 'vitest'
import type { ProofResult } from '../proof.ts'

declare module 'vitest' {
  interface ProvidedContext {
    drill: { isQuick: boolean; output: string }
  }
}

export const isQuick = (): boolean => inject('drill').isQuick

/** Writes the result file that the drill command waits for. */
export function writeResult(result: ProofResult): void {
  writeFileSync(inject('drill').output, JSON.stringify(result))
}
