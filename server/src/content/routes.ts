import * as calls from '@saathi/contract/content/calls'
import type { FastifyInstance } from 'fastify'
import { serve } from '#core/serve.ts'
import { servePicture } from '#core/serve-picture.ts'
import * as content from './service.ts'

export async function contentRoutes(app: FastifyInstance) {
  serve(app, calls.getTranslation, async (ctx, { query }, exchange) => {
    const { tag, ...translation } = await content.getTranslation(ctx, query.languageCode)
    exchange.setHeader('etag', tag)
    exchange.setHeader('cache-control', 'no-cache')
    return translation
  })

  serve(app, calls.getSupportedLanguages, async (ctx) => ({ languages: await content.getSupportedLanguages(ctx) }))

  servePicture(app, '/media/:hash', content.getMedia)
}
