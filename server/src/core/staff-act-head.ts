import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** The newest act that this server has written. */
export type Head = { number: number; seal: Buffer }

const StoredHead = z.object({ key: z.string(), number: z.int(), seal: z.string() })

/**
 * Stored in the data folder, out of reach of somebody who can only write to the database. Each server has its own, and checks the
 * chain against it.
 */
export function staffActHead(dataDir: string, keyId: Buffer) {
  const file = join(dataDir, 'staff-acts.json')
  let newest = 0

  /** Null if there is none yet, or if it belongs to another key. */
  function read(): Head | null {
    try {
      const { key, number, seal } = StoredHead.parse(JSON.parse(readFileSync(file, 'utf8')))
      return key === keyId.toString('hex') ? { number, seal: Buffer.from(seal, 'hex') } : null
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      // A half-written file proves nothing; the next act overwrites it.
      if (error instanceof SyntaxError || error instanceof z.core.$ZodError) return null
      throw error
    }
  }

  return {
    read,
    /** If two are saved concurrently, the higher number stays. */
    save({ number, seal }: Head): void {
      if (number <= newest) return
      newest = number
      mkdirSync(dataDir, { recursive: true })
      const text = JSON.stringify({ key: keyId.toString('hex'), number, seal: seal.toString('hex') })
      writeFileSync(`${file}.new`, text, { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}
