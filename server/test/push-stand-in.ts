import { DAY_SECONDS } from '@saathi/contract/core/time'
import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { PushMessage } from '@saathi/contract/notices/entities'
import { importJWK, jwtVerify } from 'jose'
import { egressMap } from '#core/outgoing/outgoing.ts'

const ADDRESS = '93.184.215.20'
const HOST = 'push.example'

export type ReceivedPush = { device: string; message: PushMessage; ttl: number; urgency: string; topic: string; subject: string }

/**
 * A fake push service by RFC 8030, 8291 and 8292: it answers 400 to anything they do not describe. Each device has its own keys,
 * like a browser, and messages are decrypted with them.
 */
export async function startPushService(serverKey: string) {
  const received: ReceivedPush[] = []
  const refused: string[] = []
  const asked: { device: string; status: number }[] = []
  const answers: number[] = []
  const slow = new Set<string>()
  let waiting: (() => void)[] = []
  const secrets = new Map<string, { pair: ReturnType<typeof createECDH>; auth: Buffer }>()

  async function receive(request: IncomingMessage): Promise<number> {
    const device = /^\/send\/([\w-]+)$/.exec(request.url ?? '')?.[1] ?? ''
    const known = secrets.get(device)
    if (request.method !== 'POST' || !known) return 404
    const { headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { subject } = await readAuthorization(headers.authorization ?? '', serverKey)
    const ttl = Number(headers['ttl'])
    const [urgency, topic] = [String(headers['urgency']), String(headers['topic'])]
    if (!Number.isInteger(ttl) || ttl < 0) throw new Error('TTL')
    if (!['very-low', 'low', 'normal', 'high'].includes(urgency)) throw new Error('Urgency')
    if (!/^[\w-]{1,32}$/.test(topic)) throw new Error('Topic')
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('Content-Encoding')
    const body = Buffer.concat(chunks)
    if (body.length > 4096) return 413
    const message = PushMessage.parse(JSON.parse(open(body, known.pair, known.auth).toString()))
    if (slow.has(device)) await new Promise<void>((resolve) => waiting.push(resolve))
    const status = answers.shift() ?? 201
    asked.push({ device, status })
    if (status === 201) received.push({ device, message, ttl, urgency, topic, subject })
    return status
  }

  const service = createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      (error: unknown) => {
        refused.push(String(error))
        response.writeHead(400).end()
      },
    )
  })
  let visits = 0
  const canary = createTcpServer((socket) => {
    visits += 1
    socket.destroy()
  })
  const ports = { [ADDRESS]: await listen(service) }
  const names = { [HOST]: [ADDRESS], 'inside.example': ['10.0.0.7'], 'elsewhere.example': ['93.184.215.99'] }
  return {
    outgoing: egressMap({ mode: 'test' }, { names, ports, plain: [ADDRESS], elsewhere: await listen(canary) }),
    received,
    refused,
    /** Every attempt with its status. */
    asked,
    visitsToCanary: () => visits,
    /** The statuses of the next replies, in order; later ones succeed. */
    answerWith: (...statuses: number[]) => void answers.push(...statuses),
    /** Holds back the answers to messages for this device until letGo(). */
    holdBack: (device: string) => void slow.add(device),
    heldBack: () => waiting.length,
    letGo() {
      slow.clear()
      for (const answer of waiting) answer()
      waiting = []
    },
    /** Like the subscription of a browser. */
    subscribe(host = HOST) {
      const device = randomUUID()
      const pair = createECDH('prime256v1')
      const auth = randomBytes(16)
      const p256dh = pair.generateKeys('base64url')
      secrets.set(device, { pair, auth })
      const keys = { p256dh, auth: auth.toString('base64url') }
      const subscription = { endpoint: `https://${host}/send/${device}`, expirationTime: null, keys }
      return { device, registrationId: JSON.stringify(subscription), subscription }
    },
    async stop() {
      service.closeAllConnections()
      await Promise.all([service, canary].map((server) => once(server.close(), 'close')))
    },
  }
}
export type PushService = Awaited<ReturnType<typeof startPushService>>

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** RFC 8292: signed with the key of the subscription, for this service, valid for at most a day. */
async function readAuthorization(header: string, serverKey: string): Promise<{ subject: string }> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  if (key !== serverKey) throw new Error('Not the key of the subscription')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
  const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'], audience: `https://${HOST}` })
  if ((payload.exp ?? Infinity) > Date.now() / 1000 + DAY_SECONDS) throw new Error('A token for longer than a day')
  return { subject: payload.sub ?? '' }
}

/** RFC 8291 on the receiving side. */
function open(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): Buffer {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const senderKey = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(senderKey), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = plain.lastIndexOf(2)
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('Not the last record')
  return plain.subarray(0, end)
}
