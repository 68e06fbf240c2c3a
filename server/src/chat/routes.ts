import * as calls from '@saathi/contract/chat/calls'
import * as gestures from '@saathi/contract/chat/gesture-calls'
import { getPresence, setPresence } from '@saathi/contract/chat/presence'
import * as staffCalls from '@saathi/contract/chat/staff-calls'
import * as translations from '@saathi/contract/chat/translation'
import type { FastifyInstance } from 'fastify'
import type { ImageEncoder } from '#core/files/image-encoder.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import type { Limits } from '#core/limits/limits.ts'
import type { Outgoing } from '#core/outgoing/outgoing.ts'
import { servePicture, servePictureFile } from '#core/http/serve-raw.ts'
import { serve, servePrepared } from '#core/serve.ts'
import { requireMessageWithin } from '#help/public.ts'
import { type GifService, readShippedGif } from './attachments/gifs.ts'
import { askTeam } from './assistant/ask-team.ts'
import { getRatingStatus, rateAssistant } from './assistant/rating.ts'
import { getChannel, getUnread, listChannels, muteChannel } from './channels/list-channels.ts'
import { deleteMessage, editMessage, reactToMessage } from './gestures/change.ts'
import * as presence from './presence/presence.ts'
import { searchMessages } from './search/search.ts'
import { filterRoutes } from './filter/routes.ts'
import * as chat from './service.ts'
import * as staff from './staff/staff.ts'
import { openDirectChannel } from './channels/start-channels.ts'
import type { TranslationEngine } from './translation/engine.ts'
import { getTranslation, translateMessage } from './translation/translate.ts'

export type ChatParts = {
  limits: Limits
  outgoing: Outgoing
  images: ImageEncoder
  gifs: GifService
  translation: TranslationEngine
}

export async function chatRoutes(app: FastifyInstance, { limits, outgoing, images, gifs, translation }: ChatParts) {
  serve(app, calls.listChannels, async (ctx) => ({ channels: await listChannels(ctx) }))

  serve(app, calls.getChannel, (ctx, { params }) => getChannel(ctx, params.id))

  serve(app, calls.openDirectChannel, (ctx, { body }) => openDirectChannel(ctx, body))

  serve(app, calls.muteChannel, (ctx, { params, body }) => muteChannel(ctx, params.id, body.isMuted))

  serve(app, calls.getUnread, async (ctx) => ({ channels: await getUnread(ctx) }))

  serve(app, getPresence, (ctx) => presence.getPresence(ctx))
  serve(app, setPresence, (ctx, { body }) => presence.setPresence(ctx, body.isShown))

  servePrepared(
    app,
    calls.searchMessages,
    (db, _input, asking) => chat.requireSearchWithin(db, limits, asking),
    (ctx, { body }) => searchMessages(ctx, body),
  )

  serve(app, calls.listBotUsers, async (ctx) => ({ botUsers: await chat.listBotUsers(ctx) }))

  serve(app, calls.rateAssistant, (ctx, { params, body }) => rateAssistant(ctx, params.id, body.rating))

  serve(app, calls.getRatingStatus, (ctx, { params }) => getRatingStatus(ctx, params.id))

  servePrepared(
    app,
    calls.askTeam,
    (db, _input, caller) => requireMessageWithin(db, limits, caller),
    (ctx, { params, body }) => askTeam(ctx, params.id, body.messageId),
  )

  servePrepared(
    app,
    calls.getLinkPreview,
    (db, { query }, { actor, now }) => chat.getLinkPreview(db, { actor, now, limits, outgoing, images }, query.url),
    async (_ctx, _input, _exchange, preview) => preview,
  )

  serve(app, translations.getTranslation, (ctx) => getTranslation(ctx, translation))
  servePrepared(
    app,
    translations.translateMessage,
    (db, { params }, caller) => translateMessage(db, params.id, caller, { limits, translation, log: app.log }),
    async (_ctx, _input, _exchange, translated) => ({ translation: translated }),
  )

  const requireGestureWithin = (db: Db, _input: unknown, { actor, now }: Pick<Ctx, 'actor' | 'now'>) =>
    requireWithinLimits(db, now(), [{ limits: limits.chatGesturePerPerson, key: String(actor.personId) }])
  servePrepared(app, gestures.editMessage, requireGestureWithin, (ctx, { params, body }) => editMessage(ctx, params.id, body))
  servePrepared(app, gestures.deleteMessage, requireGestureWithin, (ctx, { params }) => deleteMessage(ctx, params.id))
  servePrepared(app, gestures.reactToMessage, requireGestureWithin, (ctx, { params, body }) =>
    reactToMessage(ctx, params.id, body.emoji),
  )

  servePicture(app, '/media/previews/:hash', chat.getPreviewPicture)

  servePrepared(
    app,
    calls.searchGifs,
    (db, { query }, { actor, now }) => chat.searchGifs(db, { actor, now, limits, gifs }, query),
    async (_ctx, _input, _exchange, page) => page,
  )

  servePictureFile(app, '/media/gifs/:name', readShippedGif)

  serve(app, staffCalls.setChannelMember, (ctx, { params, body }) => staff.setChannelMember(ctx, params, body.isActive))

  serve(
    app,
    staffCalls.setBlackout,
    (ctx, { params, body }) => staff.setBlackout(ctx, params.id, body.until),
    (db, { params }) => staff.findChannelPeople(db, params.id),
  )

  serve(app, staffCalls.listQuietHours, (ctx) => staff.listQuietHours(ctx))
  serve(app, staffCalls.setQuietHours, (ctx, { params, body }) => staff.setQuietHours(ctx, params.projectId, body.hours))

  serve(app, staffCalls.broadcast, (ctx, { body }) => staff.broadcast(ctx, body))

  filterRoutes(app)

  serve(app, staffCalls.redactMessage, (ctx, { params }) => staff.redactMessage(ctx, params.id))
}
