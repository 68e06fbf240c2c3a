import * as calls from '@saathi/contract/chat/calls'
import type { FastifyInstance } from 'fastify'
import type { Limits } from '#core/limits/limits.ts'
import type { Outgoing } from '#core/outgoing/outgoing.ts'
import { servePrepared } from '#core/serve.ts'
import * as chat from './service.ts'

export async function chatRoutes(app: FastifyInstance, { limits, outgoing }: { limits: Limits; outgoing: Outgoing }) {
  servePrepared(
    app,
    calls.getLinkPreview,
    (db, { query }, { actor, now }) => chat.getLinkPreview(db, { actor, now, limits, outgoing }, query.url),
    async (_ctx, _input, _exchange, preview) => preview,
  )
}
