import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gave us so that only it can read what we send: its point of P-256, and a secret of 16 bytes. */
export type PushSecrets = { publicKey: Buffer; auth: Buffer }

/** Chosen anew for every message; handed in by the test that holds them against the standard's own example. */
export type Chosen = { privateKey: Buffer; salt: Buffer }

const CURVE = 'prime256v1'
const RECORD_BYTES = 4096
const TAG_BYTES = 16
/** Says that this record is the last one. */
const END = Buffer.of(2)

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** RFC 8291, one record of aes128gcm (RFC 8188). Throws where the browser's point lies on no curve. */
export function encryptPush(words: Buffer, { publicKey, auth }: PushSecrets, chosen: Chosen | null = null): Buffer {
  const pair = createECDH(CURVE)
  if (chosen) pair.setPrivateKey(chosen.privateKey)
  else pair.generateKeys()
  const salt = chosen?.salt ?? randomBytes(16)
  const ours = pair.getPublicKey()
  const together = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, ours])
  const secret = derive(pair.computeSecret(publicKey), auth, together, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES })
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  const head = [salt, size, Buffer.of(ours.length), ours]
  return Buffer.concat([...head, cipher.update(Buffer.concat([words, END])), cipher.final(), cipher.getAuthTag()])
}
