import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Variant } from './file-store.ts'

export const LINK_SECONDS = 10 * 60

/** Valid for one file, viewer and sign-in, and for a short time: if passed on, it stops working when that sign-in ends. */
export type LinkClaims = { fileId: string; variant: Variant; personId: number; sessionId: string; expiresAt: Date }

export type Links = {
  sign: (claims: LinkClaims) => string
  /** Null unless the token is exactly as signed. The caller checks whether it has expired. */
  read: (token: string) => LinkClaims | null
}

const variantCodes: Record<Variant, number> = { original: 1, thumbnail: 2 }
const PAYLOAD_BYTES = 16 + 16 + 8 + 6 + 1
const SIGNATURE_BYTES = 32

export function fileLinkMaker(secret: Uint8Array): Links {
  // A derived key, so that no signature made for another purpose is valid here.
  const key = createHmac('sha256', secret).update('file links, version 1').digest()
  const signatureOf = (payload: Uint8Array) => createHmac('sha256', key).update(payload).digest()
  return {
    sign(claims) {
      const payload = pack(claims)
      return Buffer.concat([payload, signatureOf(payload)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      // Decoding drops bits of the last character and skips invalid ones; only the canonical spelling is accepted.
      if (bytes.length !== PAYLOAD_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return null
      const payload = bytes.subarray(0, PAYLOAD_BYTES)
      return timingSafeEqual(signatureOf(payload), bytes.subarray(PAYLOAD_BYTES)) ? unpack(payload) : null
    },
  }
}

function pack({ fileId, variant, personId, sessionId, expiresAt }: LinkClaims): Buffer {
  const payload = Buffer.alloc(PAYLOAD_BYTES)
  payload.write(fileId.replaceAll('-', ''), 0, 'hex')
  payload.write(sessionId.replaceAll('-', ''), 16, 'hex')
  payload.writeBigUInt64BE(BigInt(personId), 32)
  payload.writeUIntBE(Math.floor(expiresAt.getTime() / 1000), 40, 6)
  payload.writeUInt8(variantCodes[variant], 46)
  return payload
}

function unpack(payload: Buffer): LinkClaims {
  return {
    fileId: toUuid(payload.subarray(0, 16)),
    sessionId: toUuid(payload.subarray(16, 32)),
    personId: Number(payload.readBigUInt64BE(32)),
    expiresAt: new Date(payload.readUIntBE(40, 6) * 1000),
    variant: payload.readUInt8(46) === variantCodes.thumbnail ? 'thumbnail' : 'original',
  }
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
