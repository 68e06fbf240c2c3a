import { ErrorReply } from '@saathi/contract/core/errors'
import * as z from 'zod/mini'
import { ApiError, unreachable } from './api-error.ts'

/** For /dev only: its calls are not part of the product, so the contract does not name them. */
export async function devFetch(path: `/dev/${string}`, init: { method?: string; body?: unknown } = {}): Promise<unknown> {
  const { method = 'GET', body } = init
  let response: Response
  try {
    response = await fetch(new URL(path, location.origin), {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  } catch {
    throw unreachable('no answer')
  }
  const json: unknown = await response.json().catch(() => undefined)
  if (response.ok) return json
  const refusal = z.safeParse(ErrorReply, json)
  throw new ApiError(response.status, refusal.success ? refusal.data : { code: 'core.broken', message: '' })
}
