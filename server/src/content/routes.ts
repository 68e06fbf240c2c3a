import * as calls from '@saathi/contract/content/calls'
import * as community from '@saathi/contract/content/community-calls'
import * as screens from '@saathi/contract/content/screen-calls'
import type { FastifyInstance } from 'fastify'
import type { Actor, PublicCtx } from '#core/ctx.ts'
import { serve } from '#core/serve.ts'
import { servePicture, serveRecording } from '#core/http/serve-raw.ts'
import * as content from './service.ts'

export async function contentRoutes(app: FastifyInstance) {
  serve(app, calls.getTranslation, async (ctx, { query }, exchange) => {
    const { tag, ...translation } = await content.getTranslation(ctx, query.languageCode, query.part)
    exchange.setHeader('etag', tag)
    exchange.setHeader('cache-control', 'no-cache')
    return translation
  })

  serve(app, calls.getSupportedLanguages, async (ctx) => ({ languages: await content.getSupportedLanguages(ctx) }))

  serve(app, community.getCommunity, async (ctx, { query }, exchange) => {
    const reader = exchange.bearer ? await findReader(app, ctx, exchange.bearer) : null
    const communityQuery = { language: query.languageCode ?? reader?.language, isSignedIn: reader !== null }
    const { tag, ...reply } = await content.getCommunity(ctx, communityQuery)
    exchange.setHeader('etag', tag)
    exchange.setHeader('cache-control', 'no-cache')
    return reply
  })

  serve(app, community.listCards, async (ctx, { query }) => ({ cards: await content.listCards(ctx, query.expType) }))

  serve(app, screens.listMatchScreens, async (ctx) => ({ screensList: await content.listMatchScreens(ctx) }))

  servePicture(app, '/media/:hash', content.getMedia)
  serveRecording(app, '/media/recordings/:hash', content.getRecording)
}

/** The call is public, so an invalid token counts as signed out. */
async function findReader(
  { identity, recentActors }: FastifyInstance,
  { db, now }: PublicCtx,
  bearer: string,
): Promise<Actor | null> {
  const claims = await identity.readToken(`Bearer ${bearer}`)
  return claims && recentActors.find(db, claims, now())
}
