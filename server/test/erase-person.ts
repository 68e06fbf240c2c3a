import { pino } from 'pino'
import { inTransaction } from '#core/ctx.ts'
import type { TestServer } from './harness.ts'

/** Erases a person's data in every domain, as on the day they leave; their own row stays. */
export const erasePersonIn = ({ app }: TestServer, personId: number): Promise<void> =>
  inTransaction(app.world, pino({ level: 'silent' }), async (ctx) => {
    for (const domain of ctx.domains) await domain.erasePerson?.(ctx, personId)
  })
