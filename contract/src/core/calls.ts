import * as z from 'zod/mini'
import { defineCall } from './call.ts'

export const getHealth = defineCall({
  method: 'GET',
  path: '/api/health/',
  summary: 'The server answers',
  action: 'public',
  reply: z.object({ status: z.literal('ok') }),
  errors: [],
})

export const getReadiness = defineCall({
  method: 'GET',
  path: '/api/ready/',
  summary: 'The server and its database can do their work',
  action: 'public',
  reply: z.object({ status: z.literal('ready') }),
  errors: [],
})
