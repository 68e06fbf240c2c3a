import * as z from 'zod/mini'
import { defineCall } from './call.ts'

export const getHealth = defineCall({
  method: 'GET',
  path: '/api/health/',
  summary: 'Check that the server runs',
  action: 'public',
  reply: z.object({ status: z.literal('ok') }),
  errors: [],
})

export const getReadiness = defineCall({
  method: 'GET',
  path: '/api/ready/',
  summary: 'Check that the server and its database are ready',
  action: 'public',
  reply: z.object({ status: z.literal('ready') }),
  errors: [],
})

/** Excludes staff calls, each of which is recorded with its reason, and this call itself, which could nest without end. */
const readable = String.raw`\/api\/v2\/(?!staff\/|several\/)[\w/-]+\/(?:\?[\w=&.%-]*)?`
export const SEVERAL_MAX = 12

/** A phone on a slow network pays for each request, so the first data of a page comes in one. */
export const readSeveral = defineCall({
  method: 'GET',
  path: '/api/v2/several/',
  summary: 'Get what several of your GET calls answer, in one request',
  action: 'own_account.read',
  query: z.object({
    /** Paths with their queries, separated by spaces. */
    paths: z.string().check(z.maxLength(2_000), z.regex(new RegExp(`^${readable}(?: ${readable}){0,${SEVERAL_MAX - 1}}$`))),
  }),
  /** In the order of the paths, each with the status and the text that the call itself would return. */
  reply: z.object({ replies: z.array(z.object({ status: z.int(), text: z.string() })) }),
  errors: [],
})
