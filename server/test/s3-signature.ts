import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type SignedRequest = {
  method: string
  /** Path and query as sent. */ url: string
  headers: Record<string, string>
  body: Buffer
}
export type S3Keys = { accessKeyId: string; secretAccessKey: string; region: string }
/** Codes of Amazon's own replies. */
type S3Refusal =
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch'
  | 'XAmzContentSHA256Mismatch'

const MAX_SKEW_MS = 15 * 60_000
const UNSIGNED = 'UNSIGNED-PAYLOAD'
const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
const timestamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** Checks a request by Amazon's "Signature Version 4" for S3. Null if it is valid. */
export function refuseSignature(request: SignedRequest, keys: S3Keys, now: Date): S3Refusal | null {
  const [, id, day, region, names = '', signature = ''] = authorization.exec(request.headers['authorization'] ?? '') ?? []
  if (!id) return 'AccessDenied'
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId'
  const time = request.headers['x-amz-date'] ?? ''
  const sentAt = Date.parse(time.replace(timestamp, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(now.getTime() - sentAt) <= MAX_SKEW_MS) || !time.startsWith(`${day}T`)) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]
  if (region !== keys.region || !mustBeSigned.every((name) => signed.includes(name))) return 'SignatureDoesNotMatch'
  const expected = signatureOf(request, signed, keys)
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return 'SignatureDoesNotMatch'
  const declared = request.headers['x-amz-content-sha256'] ?? ''
  // S3 also accepts unsigned content. Ours must be signed, so that bytes changed in transit are refused.
  const isBodyUnchanged = declared === UNSIGNED ? request.body.length === 0 : declared === sha256(request.body)
  return isBodyUnchanged ? null : 'XAmzContentSHA256Mismatch'
}

export function signatureOf(
  { method, url, headers }: SignedRequest,
  signed: string[],
  { secretAccessKey, region }: S3Keys,
): string {
  const [path = '', query = ''] = url.split('?')
  const canonicalHeaders = signed.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}\n`).join('')
  const canonicalRequest = [
    method,
    path.split('/').map(encodeAgain).join('/'),
    canonicalQuery(query),
    canonicalHeaders,
    signed.join(';'),
    headers['x-amz-content-sha256'] ?? UNSIGNED,
  ].join('\n')
  const time = headers['x-amz-date'] ?? ''
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request']
  const key = scope.reduce<Buffer>((secret, part) => hmac(secret, part), Buffer.from(`AWS4${secretAccessKey}`))
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonicalRequest)].join('\n')).toString('hex')
}

function canonicalQuery(query: string): string {
  const pairs = query === '' ? [] : query.split('&').map((pair) => pair.replaceAll('+', '%20').split('='))
  return pairs
    .map(([name = '', value = '']) => `${encodeAgain(name)}=${encodeAgain(value)}`)
    .toSorted()
    .join('&')
}

/** Everything except unreserved characters, in upper case. */
const encodeAgain = (text: string): string =>
  encodeURIComponent(decodeURIComponent(text)).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()
