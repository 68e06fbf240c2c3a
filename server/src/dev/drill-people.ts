import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#core/ctx.ts'
import { coreRefusal } from '#core/errors.ts'
import { openSignIn, type Tokens } from '#accounts/public.ts'
import { acceptSecondFactorAs } from './service.ts'

type Method = 'GET' | 'POST' | 'PUT'
type Answer = { status: number; body: unknown }

/** Makes the calls of the product as these people would: through routes, permissions and limits. */
export function drillCaller(app: FastifyInstance, tokens: Tokens) {
  const log = app.log
  /** A new sign-in each time: the clock moves by hours between two calls. */
  async function headersOf(personId: number, isStaff: boolean) {
    const { accessToken } = await inTransaction(app.world, log, (ctx) => openSignIn(ctx, tokens, personId, 'Drill'))
    const authorization = `Bearer ${accessToken}`
    const claims = isStaff ? await app.identity.readToken(authorization) : null
    if (claims) await inTransaction(app.world, log, (ctx) => acceptSecondFactorAs(ctx, app.identity, claims))
    return { authorization }
  }

  return async function ask(
    { personId, isStaff }: { personId: number; isStaff: boolean },
    method: Method,
    url: `/api/${string}`,
    payload: object = {},
  ): Promise<Answer> {
    const headers = await headersOf(personId, isStaff)
    const { statusCode, body } = await app.inject({ method, url, headers, ...(method !== 'GET' && { payload }) })
    if (statusCode >= 500) throw coreRefusal('core.unavailable', { nonFieldErrors: [`${method} ${url} answered ${statusCode}.`] })
    return { status: statusCode, body: JSON.parse(body) }
  }
}
export type DrillCaller = ReturnType<typeof drillCaller>
