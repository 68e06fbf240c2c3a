import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** From the browser's subscription, so that only it can read our messages: its P-256 point and a 16-byte secret. */
export type PushSecrets = { publicKey: Buffer; auth: Buffer }

/** Random for every message; passed in by the test that checks the RFC's own example. */
export type FixedSecrets = { privateKey: Buffer; salt: Buffer }

const CURVE = 'prime256v1'
const RECORD_BYTES = 4096
const TAG_BYTES = 16
/** Marks the last record. */
const END = Buffer.of(2)

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** RFC 8291, one record of aes128gcm (RFC 8188). Throws if the browser's point is not on the curve. */
export function encryptPush(payload: Buffer, { publicKey, auth }: PushSecrets, fixed: FixedSecrets | null = null): Buffer {
  const pair = createECDH(CURVE)
  if (fixed) pair.setPrivateKey(fixed.privateKey)
  else pair.generateKeys()
  const salt = fixed?.salt ?? randomBytes(16)
  const ours = pair.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ours])
  const secret = derive(pair.computeSecret(publicKey), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES })
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  const head = [salt, size, Buffer.of(ours.length), ours]
  return Buffer.concat([...head, cipher.update(Buffer.concat([payload, END])), cipher.final(), cipher.getAuthTag()])
}
