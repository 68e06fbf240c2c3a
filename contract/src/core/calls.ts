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
