import { ErrorReply } from '@saathi/contract/core/errors'
import * as z from 'zod/mini'
import { ApiError, unreachable } from '../api-error.ts'

type DevInit = { method?: string; body?: unknown; accessToken?: string }

/** For /dev only: its calls are not part of the product and not in the contract. */
export async function devFetch(path: `/dev/${string}`, init: DevInit = {}): Promise<unknown> {
  const { method = 'GET', body, accessToken } = init
  const headers = new Headers()
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
  let response: Response
  try {
    response = await fetch(new URL(path, location.origin), {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch {
    throw unreachable('no answer')
  }
  const json: unknown = await response.json().catch(() => undefined)
  if (response.ok) return json
  const refusal = z.safeParse(ErrorReply, json)
  throw new ApiError(response.status, refusal.success ? refusal.data : { code: 'core.broken', message: '' })
}
