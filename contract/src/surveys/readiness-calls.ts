import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, Time } from '../core/fields.ts'

const Score = z.object({
  /** From 0 to 100. */
  score: z.int().check(z.minimum(0), z.maximum(100)),
  scoredAt: Time,
  /** The survey from which it was calculated. */
  survey: z.object({ id: Id, name: z.string(), localeName: z.string() }),
})

/** One area of work readiness, newest score first. */
export const ReadinessArea = z.object({
  key: z.string(),
  name: z.string(),
  localeName: z.string(),
  scores: z.array(Score).check(z.minLength(1), z.maxLength(20)),
})
export type ReadinessArea = z.infer<typeof ReadinessArea>

export const getReadiness = defineCall({
  method: 'GET',
  path: '/api/v2/mentorships/wrt/',
  summary: 'Get your work-readiness scores and the answers behind each',
  action: 'surveys.read',
  reply: z.object({
    /** The average of the newest scores; null while there are none. */
    workReadinessScore: z.nullable(z.int().check(z.minimum(0), z.maximum(100))),
    areas: z.array(ReadinessArea).check(z.maxLength(20)),
  }),
  errors: [],
})
