import { signIn } from '@saathi/contract/accounts/identity-calls'
import type { LightMyRequestResponse } from 'fastify'
import { strayInRefusal } from './stray-fields.ts'

/** The headers of every answer, whatever the request. */
const agreed: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'x-frame-options': /^DENY$/,
  'content-security-policy': /frame-ancestors 'none'|sandbox/,
  'permissions-policy': /camera=\(self\)/,
  'cross-origin-opener-policy': /^same-origin-allow-popups$/,
  'x-request-id': /^[0-9a-f-]{36}$/,
}
const neverSent = /^(access-control-.*|x-powered-by|server)$/

type Answer = Pick<LightMyRequestResponse, 'headers' | 'statusCode' | 'body'>
export type RequestInfo = { method: string; url: string; isSecure?: boolean }

/** The faults in the headers of an answer, and in the body of a refusal under /api. A 5xx is a fault too. */
export function headerFaults(response: Answer, { method, url, isSecure = false }: RequestInfo): string[] {
  const { headers, statusCode: status } = response
  const must = { ...agreed, ...(isSecure && { 'strict-transport-security': /max-age=\d{8}/ }) }
  const faults = [
    ...Object.entries(must).flatMap(([name, right]) =>
      right.test(String(headers[name])) ? [] : [`${name}: ${String(headers[name])}`],
    ),
    ...Object.keys(headers).filter((name) => neverSent.test(name)),
    ...(status >= 500 && !isTemporary(response) ? ['broke'] : []),
  ]
  if (url.startsWith('/api/')) {
    if (!/no-store|no-cache/.test(String(headers['cache-control']))) faults.push('may be cached')
    if (status >= 400) faults.push(...refusalFaults(response, method))
  }
  return faults.map((fault) => `${method} ${url.slice(0, 100)} ${status}: ${fault}`)
}

const isTemporary = ({ headers, statusCode }: Answer) => statusCode === 503 && headers['retry-after'] !== undefined

function refusalFaults({ headers, statusCode, body }: Answer, method: string): string[] {
  const type = String(headers['content-type'])
  if (type !== 'application/json; charset=utf-8') return [`a refusal as ${type}`]
  // The call does not matter here: only codes that any call may answer are expected.
  const stray = method === 'HEAD' ? null : strayInRefusal(signIn, statusCode, JSON.parse(body))
  return stray ? [stray] : []
}
