import type { FastifyBaseLogger } from 'fastify'
import { inTransaction, type PublicCtx, type World } from './ctx.ts'

/** Carries the result out of a transaction that must not commit. */
class Undone<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('Rolled back on purpose')
    this.result = result
  }
}

/** Does the work in a transaction that is rolled back; nothing is sent. Returns the result that the work would have had. */
export async function tryOut<T>(world: World, log: FastifyBaseLogger, work: (ctx: PublicCtx) => Promise<T>): Promise<T> {
  const outcome: unknown = await inTransaction(world, log, async (ctx) => {
    throw new Undone(await work(ctx))
  }).catch((error: unknown) => error)
  if (outcome instanceof Undone) return outcome.result as T
  throw outcome
}
